import { COPIED_AT_MOST } from '@contract/clipboard';
import { derivedOf, labelOf, referencesOf } from '@contract/resources';
import type { RecordKey, RecordRow } from '@contract/records';
import type { Where } from '@contract/where';
import { useBriefNote } from '@/app/brief-note';
import { useFoundBy } from '@/app/records/found-by';
import { useI18n } from '@/i18n/i18n';
import { useBridge } from '@/bridge';
import { inOrder, isShown } from '@/ui/table-columns';
import { ref, watch } from 'vue';
import { readAllRows, tabSeparated } from './copied-rows';
import { readRowPlaces } from './use-row-places';
import type { RecordKind } from './kind';
import { isDeactivated } from './row-states';
import { useCells } from './use-cells';
import { foundByColumn, type Resource } from './use-resource';

/** Keys that a row refers to by a field or a derived value. */
function referredBy({ fields, derived }: RecordRow, field: string): readonly string[] {
  const value = derived?.[field] ?? fields[field];
  if (Array.isArray(value)) return value;
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** Copies rows of a list as text: the visible columns in their order, with their names. */
export function useCopyRows(kind: RecordKind, resource: Resource) {
  const { t, locale } = useI18n();
  const bridge = useBridge();
  /** Where the vehicles of the rows that are copied are. */
  let places: ReadonlyMap<RecordKey, Where> = new Map();
  const cellOf = useCells(kind.collection, ({ key }) => places.get(key) ?? null);
  const reason = useFoundBy();
  const isBusy = ref(false);
  /** How many rows were copied; null after a while, or once something else is selected. */
  const { note: copied, say: sayCopied } = useBriefNote<number>();
  /** The rows that were to be copied are more text than the clipboard takes from here. */
  const isTooMuch = ref(false);

  function say(count: number | null): void {
    sayCopied(count);
    isTooMuch.value = false;
  }

  watch(resource.selection.state, () => {
    say(null);
  });

  function stateOf(row: RecordRow): string {
    const mark = row.mark === 'none' ? [] : [t(`records.marks.${row.mark}`)];
    if (row.goneAt !== null) return [...mark, t('records.states.gone')].join(', ');
    return [...mark, ...(isDeactivated(row) ? [t('records.states.deactivated')] : [])].join(', ');
  }

  function foundBy({ key }: RecordRow): string {
    const found = resource.list.by.value[key];
    return found ? reason.sentence(found) : '';
  }

  /** Names of the records that rows refer to by a field: those on the screen may not be all. */
  async function readNames(
    field: string,
    rows: Iterable<RecordRow>,
  ): Promise<ReadonlyMap<RecordKey, string>> {
    const collection = referencesOf(kind.collection, field);
    if (collection === undefined) return new Map();
    const keys = new Set<RecordKey>();
    for (const row of rows) for (const key of referredBy(row, field)) keys.add(key);
    const found = await readAllRows(collection, [...keys]);
    const names = new Map<RecordKey, string>();
    if (!found.ok) return names;
    for (const [key, { fields }] of found.data) names.set(key, labelOf(collection, fields) ?? key);
    return names;
  }

  /** Copies the rows of these records, in the order of the list. */
  async function copy(wanted: readonly RecordKey[]): Promise<void> {
    if (isBusy.value || wanted.length === 0) return;
    isBusy.value = true;
    const isWanted = new Set(wanted);
    const keys = resource.list.keys.value.filter((key) => isWanted.has(key));
    const found = await readAllRows(kind.collection, keys);
    if (found.ok) {
      const rows = keys.flatMap((key) => found.data.get(key) ?? []);
      const look = resource.look.value;
      const columns = inOrder(resource.columns.value, look).filter((each) => isShown(each, look));
      const isPlaced = columns.some(({ id }) => derivedOf(kind.collection)[id]?.kind === 'place');
      places = isPlaced ? await readRowPlaces(rows, locale.value) : new Map();
      const cells = await Promise.all(
        columns.map(async ({ id }) => {
          if (id === 'mark') return rows.map(stateOf);
          if (id === foundByColumn) return rows.map(foundBy);
          const names = await readNames(id, rows);
          return rows.map((row) => {
            const referred = referredBy(row, id).map((key) => names.get(key) ?? key);
            if (names.size > 0 && referred.length > 0) return referred.join(', ');
            const { text, title, color, none } = cellOf(row, id);
            // An empty cell would read as none.
            if (none === 'unknown' || none === 'untold') return '?';
            // In a sheet nobody knows which day today was.
            return color === null ? (title ?? text) : text;
          });
        }),
      );
      const text = tabSeparated([
        columns.map(({ label }) => label),
        ...rows.map((_, index) => cells.map((column) => column[index] ?? '')),
      ]);
      const isTaken = text.length <= COPIED_AT_MOST;
      const answer = isTaken ? await bridge.app.copyText(text) : null;
      resource.error.value = answer === null || answer.ok ? null : answer.error;
      say(answer?.ok === true ? rows.length : null);
      isTooMuch.value = !isTaken;
    } else {
      resource.error.value = found.error;
    }
    isBusy.value = false;
  }

  return { copy, copied, isTooMuch, isBusy };
}
