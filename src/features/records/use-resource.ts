import type { AppError } from '@contract/errors';
import type { RecordRow } from '@contract/records';
import { columnsOf, fieldsOf, nameFieldOf, referencesOf } from '@contract/resources';
import { useI18n } from '@/i18n/i18n';
import { useKeptLook } from '@/app/kept-look';
import { useFieldWords } from '@/app/records/field-words';
import { useRecordLabels } from '@/app/records/record-labels';
import { useRecordsStore } from '@/app/stores/records-store';
import { Press, useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import { isShown, type TableColumn } from '@/ui/table-columns';
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { useRoute } from 'vue-router';
import type { RecordKind } from './kind';
import { writeAddress } from './list-address';
import { useListPlaces } from './list-places';
import { hasState } from './row-states';
import { useListAddress } from './use-list-address';
import { useRecordList } from './use-record-list';
import { useSavedViews } from './use-saved-views';
import { useSelection } from './use-selection';

const stateColumn = 'mark';
/** There while a search found records by others. */
export const foundByColumn = 'foundBy';
/** Changes that go out one after the other don't make the column come and go, milliseconds. */
const dropStatesAfter = 3000;

/** What a resource screen shows and does, without how it looks. */
export function useResource(kind: RecordKind) {
  const { t } = useI18n();
  const bridge = useBridge();
  const words = useFieldWords();
  const records = useRecordsStore();
  const labels = useRecordLabels();
  const undo = useUndo();
  void records.start();

  const places = useListPlaces();
  const isPlainLink = Object.keys(useRoute().query).length === 0;
  /** How the list was left; a link that asks for something else is not led back there. */
  const left = isPlainLink ? places.placeOf(kind.collection, records.currentKey) : null;
  const at = useListAddress(kind, left?.query);
  const error = shallowRef<AppError | null>(null);
  const isChanging = ref(false);
  const isAsking = ref(false);
  const list = useRecordList(at.query, {
    rename(renamed) {
      selection.rename(renamed);
      const next = renamed[at.address.value.record ?? ''];
      if (next !== undefined) void at.walk(next);
    },
    reorder(before, after) {
      selection.keepWithin(before, after);
    },
    // Their names are there by the time that the rows are: none is drawn a second time for them.
    read: askForNames,
  });
  const selection = useSelection(list.keys, left?.selection);

  /** A row is listed of which there is a state to tell: else a column of it would be empty. */
  const tellsStates = ref(false);
  let statesTimer: ReturnType<typeof setTimeout> | undefined;
  watch(
    list.listed,
    (rows) => {
      clearTimeout(statesTimer);
      if (rows.some(hasState)) tellsStates.value = true;
      else statesTimer = setTimeout(() => (tellsStates.value = false), dropStatesAfter);
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(statesTimer);
  });

  function askForNames(rows: readonly RecordRow[]): void {
    for (const column of columns.value) {
      const other = referencesOf(kind.collection, column.id);
      if (other === undefined || !isShown(column, look.value)) continue;
      for (const { fields, derived } of rows) {
        const value = column.id in fields ? fields[column.id] : derived?.[column.id];
        for (const key of [value ?? []].flat()) labels.labelOf(other, String(key));
      }
    }
  }

  const nameField = nameFieldOf(kind.collection);
  const fields = fieldsOf(kind.collection);
  /** The service does not tell the field, and of no record in sight it was set here. */
  const isUntold = (field: string): boolean =>
    fields[field]?.readable === false &&
    !list.listed.value.some((row) => field in row.fields || field in (row.derived ?? {}));
  /** The order of the rows shows in a column that can be seen. */
  const isSortedBy = (id: string) => at.address.value.sort.some(({ field }) => field === id);
  const columnsNow = (): TableColumn[] => [
    // Right behind the name, which stays at the edge.
    ...(Object.keys(list.by.value).length > 0
      ? [{ id: foundByColumn, label: t('records.foundBy'), width: 200 }]
      : []),
    ...columnsOf(kind.collection).map(([field, column]) => ({
      id: field,
      label: words.nameOf(kind.collection, field),
      width: column.width,
      // Where the service offers no list of what is referred to, there are only identifiers to show.
      isHidden:
        !isSortedBy(field) &&
        (column.hidden === true || isUntold(field) || records.isNameless(kind.collection, field)),
      sortable: true,
      isPinned: field === nameField,
    })),
    {
      id: stateColumn,
      label: t('records.state'),
      width: 192,
      sortable: true,
      staysAtEnd: true,
      isHidden: !tellsStates.value && !isSortedBy(stateColumn),
    },
  ];
  const columns = computed<TableColumn[]>((before) => {
    const now = columnsNow();
    // Rows are read all the time: others columns would have the whole table drawn again.
    return JSON.stringify(before) === JSON.stringify(now) ? (before ?? now) : now;
  });

  const look = useKeptLook(kind.collection);

  const views = useSavedViews(kind, {
    address: () => ({ ...at.address.value, search: at.search.value }),
    look: () => look.value,
    async show({ look: kept, ...shown }, view) {
      if (shown.search !== at.search.value) at.search.value = shown.search;
      look.value = kept;
      await at.narrow({ ...shown, view });
    },
    isPlain: isPlainLink && left === null,
  });

  /** Notes how the list is left, scrolled so many pixels. */
  function keepPlace(top: number): void {
    const address = { ...at.address.value, search: at.search.value, isNew: false };
    places.keep(kind.collection, {
      query: writeAddress(kind, address),
      selection: selection.state.value,
      top,
    });
  }

  function pick(key: string, how: 'one' | 'range' | 'add'): void {
    selection.pick(key, how);
    if (how === 'one' && key !== at.address.value.record) void open(key).then(returnCursor);
  }

  /** Who stays with unsaved words stays on their row, too. */
  function returnCursor(): void {
    const { record } = at.address.value;
    if (record !== null) selection.set(record);
  }

  async function open(key: string | null): Promise<void> {
    await at.open(key, key === null ? null : at.address.value.tab);
  }

  /** Enter opens the marked row, unless other rows are about to take its place. */
  async function openMarked(key: string): Promise<void> {
    if (!list.isBehind.value) await open(key);
  }

  function move(steps: number, extend: boolean): void {
    selection.move(steps, extend);
    const { cursor } = selection.state.value;
    // The open panel follows a person through the rows.
    if (!extend && cursor !== null && at.address.value.record !== null) {
      void at.walk(cursor).then(returnCursor);
    }
  }

  async function setActive(isActive: boolean): Promise<void> {
    isChanging.value = true;
    error.value = null;
    const press = new Press();
    for (const key of selection.state.value.keys) {
      const call = bridge.records.setActive({ collection: kind.collection, key, isActive });
      const answer = await (isActive ? call : undo.make(call, press));
      if (!answer.ok) {
        error.value = answer.error;
        break;
      }
      // Who takes back what was made so far wants none of the rest either.
      if (press.isTakenBack) break;
    }
    isChanging.value = false;
  }

  /** Searches at the service; what it finds is kept, so that the list shows it. */
  async function askService(): Promise<void> {
    isAsking.value = true;
    const answer = await bridge.records.askService({
      collection: kind.collection,
      search: at.search.value.trim().slice(0, 100),
    });
    isAsking.value = false;
    error.value = answer.ok ? null : answer.error;
    if (answer.ok) await list.find();
  }

  // What a link opens is where the keys go on from.
  watch(
    () => at.address.value.record,
    (key) => {
      if (key !== null && key !== selection.state.value.cursor) selection.set(key);
    },
    { immediate: true },
  );
  watch([at.query, at.address], () => {
    error.value = null;
  });

  return {
    ...at,
    open,
    openMarked,
    list,
    selection,
    columns,
    look,
    views,
    error,
    isChanging,
    isAsking,
    pick,
    move,
    setActive,
    askService,
    keepPlace,
    /** Pixels that the list was scrolled by when it was left. */
    leftAt: left?.top ?? 0,
    /** Records that an action means: the selected ones, or else the one that is open or marked. */
    meant(): string[] {
      const { keys, cursor } = selection.state.value;
      if (keys.size > 0) return [...keys];
      const one = at.address.value.record ?? cursor;
      return one === null ? [] : [one];
    },
  };
}

/** The state of a resource screen. */
export type Resource = ReturnType<typeof useResource>;
