import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import type { Fields, FieldValue, RecordDetail } from '@contract/records';
import { checkField, type Finding } from '@contract/field-checks';
import { computed, reactive, type Ref } from 'vue';
import { timeNow } from '@/app/clock';

/** A value that others gave a field while it was being edited here. */
export type TheirValue = { value: FieldValue | undefined };

/** What a person typed, as the field takes it. */
function valueOf(text: string): FieldValue {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

/**
 * What a person changes of a record, field by field, beside what it is. Only fields that were
 * touched are held, so that only these are sent.
 */
export function useRecordForm(
  collection: CollectionName,
  detail: Readonly<Ref<RecordDetail | null>>,
) {
  const infos = fieldsOf(collection);
  /** Texts as they were typed, by field. */
  const edits = reactive(new Map<string, string>());
  /** What the service said of a field when it was touched. */
  const bases = new Map<string, FieldValue | undefined>();

  const shown = (field: string): FieldValue | undefined => detail.value?.fields[field];

  function textOf(field: string): string {
    const typed = edits.get(field);
    if (typed !== undefined) return typed;
    const value = shown(field);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  }

  function set(field: string, text: string): void {
    const info = infos[field];
    if (!info) return;
    const before = shown(field) ?? null;
    // Back to what it was: not touched. What is not told can be set to the same once more.
    const isBack = valueOf(text) === before && (before !== null || info.readable);
    if (isBack || (text === '' && shown(field) === undefined)) {
      edits.delete(field);
      bases.delete(field);
      return;
    }
    if (!edits.has(field)) bases.set(field, detail.value?.told?.[field]);
    edits.set(field, text);
  }

  /** What others made of a field since it was touched here; null where nothing. */
  function theirsOf(field: string): TheirValue | null {
    const told = detail.value?.told;
    if (!edits.has(field) || !told || !(field in told)) return null;
    const base = bases.get(field);
    return told[field] === base ? null : { value: told[field] };
  }

  /** Goes on from what others made of a field: it is the base of the edit from now on. */
  function keepMine(field: string): void {
    bases.set(field, detail.value?.told?.[field]);
    // The map of bases is not watched; the edit is.
    edits.set(field, edits.get(field) ?? '');
  }

  function discard(field?: string): void {
    const fields = field === undefined ? [...edits.keys()] : [field];
    for (const each of fields) {
      edits.delete(each);
      bases.delete(each);
    }
  }

  /** These were kept; what was typed since then stays. */
  function settle(kept: Fields): void {
    for (const [field, text] of [...edits]) {
      if (field in kept && valueOf(text) === kept[field]) discard(field);
    }
  }

  const changes = computed<Fields>(() =>
    Object.fromEntries([...edits].map(([field, text]) => [field, valueOf(text)])),
  );

  function findingOf(field: string): Finding | null {
    const info = infos[field];
    if (!info || info.writable === 'never') return null;
    // What came like this from the service is not this person's mistake.
    if (!edits.has(field) && detail.value !== null && !info.required) {
      const finding = checkField(info, shown(field) ?? null, timeNow());
      return finding?.level === 'error' ? null : finding;
    }
    const before = detail.value?.told?.[field] ?? null;
    return checkField(info, valueOf(textOf(field)), timeNow(), before !== null);
  }

  return {
    textOf,
    set,
    isTouched: (field: string) => edits.has(field),
    isDirty: computed(() => edits.size > 0),
    /** Touched fields with what they are to be. */
    changes,
    findingOf,
    hasErrors: (fields: readonly string[]) =>
      fields.some((field) => edits.has(field) && findingOf(field)?.level === 'error'),
    theirsOf,
    keepMine,
    discard,
    settle,
  };
}

/** The state of a record's form. */
export type RecordForm = ReturnType<typeof useRecordForm>;
