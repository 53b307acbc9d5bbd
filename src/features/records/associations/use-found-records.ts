import type { CollectionName } from '@contract/collections';
import type { FieldValue, FoundBy, RecordKey } from '@contract/records';
import { labelOf, nameFieldOf } from '@contract/resources';
import { useI18n } from '@/i18n/i18n';
import { useFieldWords } from '@/app/records/field-words';
import { useRecordLabels } from '@/app/records/record-labels';
import { useFoundBy } from '@/app/records/found-by';
import { searchTerms } from '@/app/vehicle-search';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue';

/** Nobody reads through more; the rest is found by searching. */
const shownAtMost = 200;
/** So long after the last letter the records are searched, milliseconds. */
const seekAfter = 80;

/** A record to choose: its name, and what tells it apart from others of that name. */
export type FoundRecord = { key: RecordKey; label: string; note: string };

/** The kept records of a collection that some words find, those by the same words first. */
export function useFoundRecords(
  collection: () => CollectionName,
  search: Readonly<Ref<string>>,
  /** The enterprise of what they are put on: the service refuses those of another one. */
  enterprise: () => FieldValue | undefined,
) {
  const { t } = useI18n();
  const labels = useRecordLabels();
  const { records } = useBridge();
  const words = useFieldWords();
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
    const keys = await records.find({
      ...{ collection: name, search: search.value.trim().slice(0, 200), filters: [] },
      sort: [{ field: nameFieldOf(name), direction: 'up' }],
      ...{ withGone: false, bestFirst: true },
      ...searchTerms(name),
    });
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

  /** Another enterprise than that of what they are put on; null where it is none. */
  function strangeTo({ fields }: Row): string | null {
    const ours = enterprise();
    const theirs = fields['enterpriseId'];
    const isStrange = typeof theirs === 'string' && typeof ours === 'string' && theirs !== ours;
    return isStrange ? theirs : null;
  }

  function noteOf(row: Row): string {
    const other = strangeTo(row);
    const found = by.value[row.key];
    const why = found ? reason.sentence(found) : null;
    if (other === null) return why ?? words.detailOf(collection(), row.fields) ?? '';
    const name = labels.labelOf('enterprises', other) ?? other;
    const strange = t('records.relations.ofEnterprise', { enterprise: name });
    return why === null ? strange : `${why} · ${strange}`;
  }

  return {
    /** Those that the service would refuse come last. */
    found: computed<FoundRecord[]>(() =>
      [
        ...rows.value.filter((row) => strangeTo(row) === null),
        ...rows.value.filter((row) => strangeTo(row) !== null),
      ].map((row) => ({
        key: row.key,
        label: labelOf(collection(), row.fields) ?? row.key,
        note: noteOf(row),
      })),
    ),
    more,
    isFailed,
  };
}
