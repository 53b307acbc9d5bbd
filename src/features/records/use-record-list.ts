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
import { computed, onScopeDispose, shallowReactive, shallowRef, watch, type Ref } from 'vue';

/** A sync changes records by the page: the list is sought again at most this often, milliseconds. */
const findAgainAfter = 400;
/** While the pointer moves over the rows they stay, so that a click hits what it was meant for. */
const holdFor = 1_500;
/** Rows beyond those in sight that are read before they come into it. */
const rowsAhead = 120;
const readsAtOnce = 2;
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
    /** Rows were read, most of them before they come into sight. */
    read(rows: readonly RecordRow[]): void;
  },
) {
  const bridge = useBridge();
  const records = useRecordsStore();
  const store = useStoreStore();
  const keys = shallowRef<readonly RecordKey[]>([]);
  /** Who shows one of them hears of no other. */
  const rows = shallowReactive(new Map<RecordKey, RecordRow>());
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
  /** Where the last move went: 1 down, -1 up. */
  let way: 1 | -1 = 1;
  let reading = 0;
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

  /** Rows in sight that are missing or outdated, or else those that will come into sight. */
  function wantedRows(): RecordKey[] {
    const [first, last] = sight;
    const isMissing = (key: RecordKey): boolean =>
      !rows.has(key) && !asked.has(key) && !absent.has(key);
    const now = keys.value
      .slice(first, last + 1)
      .filter((key) => isMissing(key) || (stale.has(key) && !asked.has(key)));
    if (now.length > 0) return now.slice(0, ROWS_AT_MOST);
    const ahead = (count: number): RecordKey[] =>
      way === 1
        ? keys.value.slice(last + 1, last + 1 + count)
        : keys.value.slice(Math.max(0, first - count), first).reverse();
    // Many at once, so that not every step asks.
    return ahead(rowsAhead / 2).some(isMissing) ? ahead(rowsAhead).filter(isMissing) : [];
  }

  async function readRows(): Promise<void> {
    // What is passed by while these are read is not read any more.
    if (reading >= readsAtOnce) return;
    const wanted = wantedRows();
    if (wanted.length === 0) return;
    reading += 1;
    const old = wanted.filter((key) => stale.has(key));
    for (const key of wanted) {
      asked.add(key);
      stale.delete(key);
    }
    const call = bridge.records.rows({ collection: query.value.collection, keys: wanted });
    void readRows();
    const answer = await call.finally(() => {
      reading -= 1;
      for (const key of wanted) asked.delete(key);
    });
    if (!answer.ok) {
      // They are as old as before, and read with the next look.
      for (const key of old) stale.add(key);
      if (wantedRows().some((key) => !wanted.includes(key))) void readRows();
      return;
    }
    for (const row of answer.data) rows.set(row.key, row);
    on.read(answer.data);
    for (const key of wanted) if (!rows.has(key)) absent.add(key);
    if (rows.size > rowsKept) forgetFarRows();
    // What changed or came into sight meanwhile.
    void readRows();
  }

  function forgetFarRows(): void {
    const [first, last] = sight;
    const near = new Set(keys.value.slice(Math.max(0, first - rowsKept / 4), last + rowsKept / 4));
    for (const key of [...rows.keys()]) if (!near.has(key)) rows.delete(key);
  }

  /** A row goes on under its new key, until it is read under that. */
  function renameRows(renamed: Readonly<Record<RecordKey, RecordKey>>): void {
    for (const [before, key] of Object.entries(renamed)) {
      const row = rows.get(before);
      if (!rows.delete(before) || row === undefined) continue;
      if (!rows.has(key)) rows.set(key, { ...row, key });
      stale.add(key);
    }
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
      if (keys !== undefined) for (const key of keys ?? rows.keys()) stale.add(key);
    }
    void readRows();
    if (changed !== undefined || dependsOnDerived(query.value)) findLater();
  }

  /** A list is long, and the rows that were read are few. */
  const isListed = computed(() => new Set(keys.value));

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
    listed: computed(() => {
      const there = isListed.value;
      return [...rows.values()].filter(({ key }) => there.has(key));
    }),
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
      if (first !== sight[0]) way = first > sight[0] ? 1 : -1;
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
