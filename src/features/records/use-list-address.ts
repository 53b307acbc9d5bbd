import type { RecordQuery } from '@contract/records';
import { useFormat, useNow } from '@/app/format';
import { useValueNamesStore } from '@/app/stores/value-names-store';
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { useRoute, useRouter, type LocationQuery, type LocationQueryRaw } from 'vue-router';
import { pathOf, type RecordKind } from './kind';
import { isNarrowed, queryOf, readAddress, writeAddress, type ListAddress } from './list-address';

/** So long after the last letter an address takes up what was typed, milliseconds. */
const writeAfter = 300;

/** Another day may begin while the list is shown: so often the last days are counted, milliseconds. */
const countDaysEvery = 60_000;

/**
 * What the screen shows, kept in its address: back, forward and links work. `left` is the address
 * that the list was left at; a link that asks for nothing else goes back there.
 */
export function useListAddress(kind: RecordKind, left: LocationQueryRaw | null = null) {
  const route = useRoute();
  const now = useNow(countDaysEvery);
  const { zone } = useFormat();
  const valueNames = useValueNamesStore();
  /** Values are sorted and found by what they are called here. */
  const named = computed<Pick<RecordQuery, 'valueWords'>>(() => {
    const valueWords = valueNames.wordsOf(kind.collection);
    return Object.keys(valueWords).length > 0 ? { valueWords } : {};
  });
  const router = useRouter();
  /** Until the address says so, too. */
  const goingBack = shallowRef(left);
  if (left !== null) {
    void router.replace({ path: pathOf(kind.collection), query: left }).finally(() => {
      goingBack.value = null;
    });
  }
  /** On the way to another screen the query is that screen's. */
  const address = computed<ListAddress>((before) =>
    route.path === pathOf(kind.collection) || before === undefined
      ? readAddress(kind, (goingBack.value as LocationQuery | null) ?? route.query)
      : before,
  );
  /** As it is typed; the address follows. */
  const search = ref(address.value.search);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function change(patch: Partial<ListAddress>, how: 'push' | 'replace'): Promise<void> {
    const next = { ...address.value, ...patch };
    await router[how]({ path: pathOf(kind.collection), query: writeAddress(kind, next) });
  }

  function writeSoon(): void {
    clearTimeout(timer);
    const words = search.value;
    if (words === address.value.search) return;
    timer = setTimeout(() => void change({ search: words }, 'replace'), writeAfter);
  }

  watch(search, writeSoon);
  // On the way to another screen, an address written late would call the person back.
  const stopHolding = router.beforeEach((to) => {
    if (to.path !== pathOf(kind.collection)) clearTimeout(timer);
  });
  const stopResuming = router.afterEach((to, _from, failure) => {
    if (failure && to.path !== pathOf(kind.collection)) writeSoon();
  });
  watch(
    () => address.value.search,
    (words) => {
      if (words.trim() !== search.value.trim()) search.value = words;
    },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
    stopHolding();
    stopResuming();
  });

  return {
    address,
    search,
    /** A new one only when something else is asked for: opening a row finds nothing again. */
    query: computed<RecordQuery>((before) => {
      const time = { now: now.value, zone: zone.value };
      const next = { ...queryOf(kind, address.value, search.value, time), ...named.value };
      return JSON.stringify(before) === JSON.stringify(next) && before ? before : next;
    }),
    /** The query with something else asked for. */
    queryFor: (patch: Partial<ListAddress>): RecordQuery => {
      const time = { now: now.value, zone: zone.value };
      const next = { ...address.value, ...patch };
      return { ...queryOf(kind, next, patch.search ?? search.value, time), ...named.value };
    },
    isNarrowed: computed(() => isNarrowed({ ...address.value, search: search.value })),
    /** Changes what the list shows, in place. */
    narrow: (patch: Partial<ListAddress>) => change({ search: search.value, ...patch }, 'replace'),
    /** Shows all again. */
    showAll(): void {
      search.value = '';
      void change({ search: '', filters: {}, isUnsent: false }, 'replace');
    },
    /** Opens a record, or closes the panel; one step in the history. */
    open: (record: string | null, tab: string | null = null) =>
      change({ record, tab, isNew: false, search: search.value }, 'push'),
    /** As `open`, in place: while somebody walks through the rows. */
    walk: (record: string) => change({ record, isNew: false }, 'replace'),
    begin: () => change({ record: null, tab: null, isNew: true }, 'push'),
    showTab: (tab: string) => change({ tab }, 'replace'),
  };
}
