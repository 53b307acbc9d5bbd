import { fold } from '@contract/folding';
import { ref, watch, type Ref } from 'vue';
import type { ComboOption } from './combo-options';

/** What is to be taken from a list once it has been searched for these words. */
type Awaited = { words: string; how: 'marked' | 'named' };

/**
 * What becomes of the words in a field with a searched list when it is left. Tab takes the entry
 * that is marked. A click elsewhere takes an entry that is called as typed, or the words themselves
 * where the list is open. A field that was emptied chooses nothing, where that is a choice. In all
 * other cases, and after Escape, what was chosen before stays.
 */
export function useComboChoice(of: {
  isOpen: Readonly<Ref<boolean>>;
  sought: Readonly<Ref<string>>;
  /** The list belongs to other words than those in the field; its own search takes a moment. */
  isStale: Readonly<Ref<boolean>>;
  found: Readonly<Ref<readonly ComboOption[]>>;
  isOpenList: () => boolean;
  hasNone: () => boolean;
  marked: () => string | undefined;
  choose: (value: string) => void;
  /** The words are done with: the list closes and shows all again. */
  end: () => void;
}) {
  /** A person typed, or moved the mark, since the list opened. */
  let isEdited = false;
  let isEmptied = false;
  const awaited = ref<Awaited | null>(null);

  function edit(words: string): void {
    isEdited = true;
    isEmptied = words.trim() === '';
    awaited.value = null;
  }

  function forget(): void {
    isEdited = false;
    isEmptied = false;
  }

  function take({ how, words }: Awaited): void {
    const { found, marked, choose, isOpenList } = of;
    const entry =
      how === 'marked'
        ? (found.value.find(({ value }) => value === marked()) ?? found.value[0])
        : found.value.find(({ label }) => fold(label.trim()) === fold(words.trim()));
    if (entry) choose(entry.value);
    else if (isOpenList()) choose(words.trim());
  }

  function settle(how: Awaited['how']): void {
    if (!isEdited) return;
    const words = of.sought.value;
    const wasEmptied = isEmptied;
    forget();
    if (wasEmptied) {
      if (of.hasNone()) of.choose('');
      return;
    }
    if (words.trim() === '' && how === 'named') return;
    if (of.isStale.value) awaited.value = { words, how };
    else take({ words, how });
  }

  watch(of.isOpen, (isOpen) => {
    if (isOpen) awaited.value = null;
    else settle('named');
  });
  watch(of.isStale, (isStale) => {
    if (isStale || awaited.value === null) return;
    take(awaited.value);
    awaited.value = null;
    forget();
    of.end();
  });

  return {
    edit,
    forget,
    settle,
    /** The mark was moved with the arrow keys. */
    move: () => {
      isEdited = true;
      isEmptied = false;
    },
    /** Whether an answer is waited for, so that the words stay sought in the closed field. */
    isAwaiting: () => awaited.value !== null,
  };
}
