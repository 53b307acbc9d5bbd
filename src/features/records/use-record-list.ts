import type { AppError } from '@contract/errors';
import {
  ROWS_AT_MOST,
  type FoundBy,
  type RecordKey,
  type RecordQuery,
  type RecordRow,
  type RecordsPatch,
} from '@contract/records';
import { derivedOf } from '@contract/resources';
import { timeNow } from '@/app/clock';
import { useRecordsStore } from '@/app/stores/records-store';
import { useStoreStore } from '@/app/stores/store-store';
import { searchedForVehicles } from '@/app/vehicle-search';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue';

/** A sync changes records by the page: the list is sought again at most this often, milliseconds. */
const findAgainAfter = 400;
/** While the pointer moves over the rows they stay, so that a click hits what it was meant for. */
const holdFor = 1_500;
/** Rows that are remembered; more are forgotten from the far ends. */
const rowsKept = 4000;

/**
 * The records that a query finds: keys in order at once, rows where somebody looks. Both follow
 * what changes in the store.
 */
export function useRecordList(
  query: Readonly<Ref<RecordQuery>>,
  on: {
    /** Records are called otherwise from now on. */
    rename(renamed: Readonly<Record<RecordKey, RecordKey>>): void;
    /** The order changed; called before the new one is shown. */
    reorder(before: readonly RecordKey[], after: readonly RecordKey[]): void;
  },
) {
  const bridge = useBridge();
  const records = useRecordsStore();
  const store = useStoreStore();
  const keys = shallowRef<readonly RecordKey[]>([]);
  const rows = shallowRef<ReadonlyMap<RecordKey, RecordRow>>(new Map());
  /** Of vehicles that were found by what is on them: by what. */
  const by = shallowRef<Readonly<Record<RecordKey, FoundBy>>>({});
  const error = shallowRef<AppError | null>(null);
  /** The first answer has come. */
  const isFound = shallowRef(false);
  /** What the keys were found for. */
  const answered = shallowRef<RecordQuery | null>(null);
  /** Rows that were read before something about them changed. */
  const stale = new Set<RecordKey>();
  const asked = new Set<RecordKey>();
  /** Keys that were found and have no row: they went in between. */
  const absent = new Set<RecordKey>();
  let sight: readonly [number, number] = [0, 60];
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heldUntil = 0;

  async function find(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    attempt += 1;
    const mine = attempt;
    const wanted = query.value;
    const answer = await bridge.records.find(wanted);
    if (mine !== attempt) return;
    error.value = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    const found = answer.data.keys;
    answered.value = wanted;
    by.value = answer.data.by ?? {};
    absent.clear();
    if (!isSame(found, keys.value)) {
      on.reorder(keys.value, found);
      keys.value = found;
    }
    isFound.value = true;
    void readRows();
  }

  function findLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (timeNow() < heldUntil) findLater();
      else void find();
    }, findAgainAfter);
  }

  async function readRows(): Promise<void> {
    const [first, last] = sight;
    const wanted = keys.value
      .slice(first, last + 1)
      .filter(
        (key) => (!rows.value.has(key) || stale.has(key)) && !asked.has(key) && !absent.has(key),
      )
      .slice(0, ROWS_AT_MOST);
    if (wanted.length === 0) return;
    const old = wanted.filter((key) => stale.has(key));
    for (const key of wanted) {
      asked.add(key);
      stale.delete(key);
    }
    const answer = await bridge.records.rows({ collection: query.value.collection, keys: wanted });
    for (const key of wanted) asked.delete(key);
    if (!answer.ok) {
      // They are as old as before, and read with the next look.
      for (const key of old) stale.add(key);
      return;
    }
    const next = new Map(rows.value);
    for (const row of answer.data) next.set(row.key, row);
    for (const key of wanted) if (!next.has(key)) absent.add(key);
    rows.value = next.size > rowsKept ? nearSight(next) : next;
    // What changed or came into sight meanwhile.
    void readRows();
  }

  function nearSight(all: Map<RecordKey, RecordRow>): Map<RecordKey, RecordRow> {
    const [first, last] = sight;
    const near = keys.value.slice(Math.max(0, first - rowsKept / 4), last + rowsKept / 4);
    return new Map(
      near.flatMap((key) => {
        const row = all.get(key);
        return row ? [[key, row] as const] : [];
      }),
    );
  }

  /** A row goes on under its new key, until it is read under that. */
  function renameRows(renamed: Readonly<Record<RecordKey, RecordKey>>): void {
    const next = new Map(rows.value);
    for (const [before, key] of Object.entries(renamed)) {
      const row = next.get(before);
      if (!next.delete(before) || row === undefined) continue;
      if (!next.has(key)) next.set(key, { ...row, key });
      stale.add(key);
    }
    rows.value = next;
    void readRows();
  }

  function take(patch: RecordsPatch | null): void {
    const renamed = patch?.renamed ?? {};
    if (Object.keys(renamed).length > 0) {
      keys.value = keys.value.map((key) => renamed[key] ?? key);
      renameRows(renamed);
      on.rename(renamed);
    }
    const { collection } = query.value;
    const changed = patch ? patch.changed[collection] : null;
    const derived = patch?.derived?.[collection];
    if (changed === undefined && derived === undefined) {
      if (patch !== null && isFoundByOthers(query.value, patch)) findLater();
      return;
    }
    for (const keys of [changed, derived]) {
      if (keys !== undefined) for (const key of keys ?? rows.value.keys()) stale.add(key);
    }
    void readRows();
    if (changed !== undefined || dependsOnDerived(query.value)) findLater();
  }

  watch(query, () => void find(), { immediate: true });
  watch(
    () => store.isOpen,
    (isOpen) => {
      if (isOpen) void find();
    },
  );
  const stop = records.onPatch(take);
  onScopeDispose(() => {
    stop();
    clearTimeout(timer);
    attempt += 1;
  });

  return {
    keys,
    rows,
    /** The rows of the list that were read; others are remembered that it held before. */
    listed: computed(() => keys.value.flatMap((key) => rows.value.get(key) ?? [])),
    by,
    error,
    isFound,
    /** The rows were found for another query than the present one. */
    isBehind: computed(() => answered.value !== query.value),
    find,
    /** The pointer moves over the rows. */
    hold(): void {
      heldUntil = timeNow() + holdFor;
    },
    /** Somebody looks at the rows from one place to another. */
    look(first: number, last: number): void {
      sight = [first, last];
      void readRows();
    },
  };
}

/** Whether others changed by which the records of a search are found. */
function isFoundByOthers({ related, search }: RecordQuery, { changed }: RecordsPatch): boolean {
  const isMeant = related === true && search !== '';
  return isMeant && searchedForVehicles.some((name) => changed[name] !== undefined);
}

/** Which records a list shows, or their order, changes with what is known beside their fields. */
function dependsOnDerived({ collection, sort, filters }: RecordQuery): boolean {
  const derived = derivedOf(collection);
  return [...sort, ...filters].some(({ field }) => Object.hasOwn(derived, field));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((key, index) => key === others[index]);
}
