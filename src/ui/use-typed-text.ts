import { computed, ref, watch, type Ref } from 'vue';

/** How a value is read from what a person types, and written for them, in their language. */
interface TypedForm {
  /** The plain value of these words, or null where they are none. */
  read(words: string): string | null;
  write(plain: string): string;
}

/**
 * The text of a field whose value is kept in a plain form. A person's own words stay while they are
 * typing and are put in order by `settle`, when the field is left. Words that are no value are kept
 * as they are, so that a form can refuse them.
 */
export function useTypedText(value: Ref<string>, { read, write }: TypedForm) {
  const typed = ref<string | null>(null);
  const plainOf = (words: string): string => read(words) ?? words;

  const text = computed({
    get: () => typed.value ?? write(value.value),
    set: (words) => {
      typed.value = words;
      value.value = plainOf(words);
    },
  });

  watch(value, (now) => {
    if (typed.value !== null && now !== plainOf(typed.value)) typed.value = null;
  });

  function settle(): void {
    typed.value = null;
  }

  return { text, settle };
}
