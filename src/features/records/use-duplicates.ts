import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import type { Duplicate, Fields, RecordKey } from '@contract/records';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue';
import type { RecordForm } from './use-record-form';

/** So long after the last letter it is looked who else has the value, milliseconds. */
const lookAfter = 200;

/** Other records that have what is typed into a field that no two records should share. */
export function useDuplicates(
  collection: CollectionName,
  key: Readonly<Ref<RecordKey | null>>,
  form: Pick<RecordForm, 'changes'>,
) {
  const distinct = Object.entries(fieldsOf(collection)).flatMap(([field, { unique }]) =>
    unique ? [field] : [],
  );
  /** What is typed into such fields. */
  const wanted = computed<Fields>(() => {
    const typed = Object.entries(form.changes.value);
    return Object.fromEntries(
      typed.filter(([field, value]) => distinct.includes(field) && value !== null),
    );
  });
  /** What was found, and the values that it was found for. */
  const answered = shallowRef<{ fields: Fields; found: readonly Duplicate[] }>({
    fields: {},
    found: [],
  });
  /** Duplicates that a person is asked about before they are saved. */
  const question = shallowRef<readonly Duplicate[] | null>(null);
  /** Values that a person wants saved although others have them. */
  let accepted = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isOver = false;

  async function look(): Promise<void> {
    clearTimeout(timer);
    attempt += 1;
    const mine = attempt;
    const fields = wanted.value;
    if (Object.keys(fields).length === 0) {
      answered.value = { fields, found: [] };
      return;
    }
    const answer = await useBridge().records.duplicates({ collection, key: key.value, fields });
    // What can't be looked up now is not held back for that.
    if (mine === attempt) answered.value = { fields, found: answer.ok ? answer.data : [] };
  }

  /** The other record that has what a field holds; null where none does, or nobody knows yet. */
  function of(field: string): Duplicate | null {
    const { fields, found } = answered.value;
    if (fields[field] !== wanted.value[field]) return null;
    return found.find((each) => each.field === field) ?? null;
  }

  /** Whether the last finding is about what is typed now. */
  const isCurrent = () => JSON.stringify(answered.value.fields) === JSON.stringify(wanted.value);

  /** Whether nothing has to be asked before saving; else the question is put. */
  async function mayBeSaved(): Promise<boolean> {
    // Typing goes on while this is looked up, and a later look makes this one void.
    do await look();
    while (!isCurrent() && !isOver);
    if (isOver) return false;
    const { found } = answered.value;
    if (found.length === 0 || accepted === JSON.stringify(wanted.value)) return true;
    question.value = found;
    return false;
  }

  watch(
    () => JSON.stringify(wanted.value),
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), lookAfter);
    },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
    attempt += 1;
    isOver = true;
  });

  return {
    of,
    mayBeSaved,
    question,
    /** The values are meant as they are. */
    accept(): void {
      accepted = JSON.stringify(wanted.value);
      question.value = null;
    },
    takeBack(): void {
      question.value = null;
    },
  };
}

/** Who else has what is typed. */
export type Duplicates = ReturnType<typeof useDuplicates>;
