import type { CollectionName } from '@contract/collections';
import type { FieldValue, FoundBy, RecordKey } from '@contract/records';
import { labelOf } from '@contract/resources';
import { useFieldWords } from '@/app/records/field-words';
import { useFoundBy } from '@/app/records/found-by';
import { searchQuery } from '@/app/records/search-query';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue';
import { useStrangers } from './strangers';

/** Nobody reads through more; the rest is found by searching. */
const shownAtMost = 200;
/** So long after the last letter the records are searched, milliseconds. */
const seekAfter = 80;

/**
 * A record to choose: its name, what tells it apart from others of that name, and why the service
 * would refuse it, where that is known.
 */
export type FoundRecord = { key: RecordKey; label: string; note: string; objection: string };

/** The kept records of a collection that some words find, those by the same words first. */
export function useFoundRecords(
  collection: () => CollectionName,
  search: Readonly<Ref<string>>,
  /** The enterprise of what they are put on: the service refuses those of another one. */
  enterprise: () => FieldValue | undefined,
) {
  const { records } = useBridge();
  const words = useFieldWords();
  const strangers = useStrangers(enterprise);
  type Row = { key: RecordKey; fields: Parameters<typeof labelOf>[1] };
  const rows = shallowRef<readonly Row[]>([]);
  /** Of vehicles that were found by what is on them: by what. */
  const by = shallowRef<Readonly<Record<RecordKey, FoundBy>>>({});
  const reason = useFoundBy();
  const more = shallowRef(0);
  const isFailed = shallowRef(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  async function find(): Promise<void> {
    attempt += 1;
    const mine = attempt;
    const name = collection();
    const keys = await records.find(searchQuery(name, search.value.trim().slice(0, 200)));
    const wanted = keys.ok ? keys.data.keys.slice(0, shownAtMost) : [];
    const answer = await records.rows({ collection: name, keys: wanted });
    if (mine !== attempt) return;
    isFailed.value = !keys.ok || !answer.ok;
    rows.value = answer.ok ? answer.data : [];
    by.value = keys.ok ? (keys.data.by ?? {}) : {};
    more.value = keys.ok ? Math.max(0, keys.data.keys.length - shownAtMost) : 0;
  }

  watch(search, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(), seekAfter);
  });
  void find();
  onScopeDispose(() => {
    clearTimeout(timer);
    attempt += 1;
  });

  /** By what a record was found that is not its own, else what tells it apart. */
  function noteOf({ key, fields }: Row): string {
    const found = by.value[key];
    return found ? reason.sentence(found) : (words.detailOf(collection(), fields) ?? '');
  }

  return {
    /** Those that the service would refuse come last. */
    found: computed<FoundRecord[]>(() =>
      [
        ...rows.value.filter(({ fields }) => !strangers.isStrange(fields)),
        ...rows.value.filter(({ fields }) => strangers.isStrange(fields)),
      ].map(({ key, fields }) => ({
        key,
        label: labelOf(collection(), fields) ?? key,
        note: noteOf({ key, fields }),
        objection: strangers.noteOn(fields),
      })),
    ),
    more,
    isFailed,
  };
}
