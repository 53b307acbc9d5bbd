import type { CollectionName } from '@contract/collections';
import type { AppError } from '@contract/errors';
import type { RecordDetail, RecordKey } from '@contract/records';
import { useRecordsStore } from '@/app/stores/records-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue';

/** Who leafs through records doesn't mean each of them: the service is asked after this rest, ms. */
const restBefore = 500;
/** Bursts of changes are read once, milliseconds. */
const readAgainAfter = 60;

/** A record with all that is known of it: from the store at once, from the service behind that. */
export function useRecord(collection: CollectionName, key: Readonly<Ref<RecordKey | null>>) {
  const bridge = useBridge();
  const records = useRecordsStore();
  const session = useSessionStore();
  const detail = shallowRef<RecordDetail | null>(null);
  /** Why the record can't be shown. */
  const error = shallowRef<AppError | null>(null);
  /** Why what is shown could not be brought up to date. */
  const refreshError = shallowRef<AppError | null>(null);
  const isRefreshing = shallowRef(false);
  let reading = 0;
  let asking: AbortController | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let againTimer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    if (key.value === null) return;
    reading += 1;
    const mine = reading;
    const answer = await bridge.records.read({ collection, key: key.value });
    if (mine !== reading) return;
    error.value = answer.ok ? null : answer.error;
    if (answer.ok) detail.value = answer.data;
  }

  async function refresh(): Promise<void> {
    clearTimeout(restTimer);
    if (key.value === null || key.value.startsWith('local:')) return;
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    isRefreshing.value = true;
    const answer = await bridge.records.refresh(
      { collection, key: key.value },
      { signal: mine.signal },
    );
    if (asking !== mine) return;
    isRefreshing.value = false;
    refreshError.value = answer.ok || answer.error.code === 'cancelled' ? null : answer.error;
    if (answer.ok) {
      detail.value = answer.data;
      error.value = null;
    }
  }

  watch(
    key,
    (now, before) => {
      // The same record under the name that the service gave it.
      const isRenamed = !!before && now !== null && records.currentKey(before) === now;
      clearTimeout(restTimer);
      asking?.abort();
      asking = undefined;
      isRefreshing.value = false;
      error.value = null;
      refreshError.value = null;
      if (!isRenamed) detail.value = null;
      if (now === null) return;
      void read();
      if (!session.isFrozen) restTimer = setTimeout(() => void refresh(), restBefore);
    },
    { immediate: true },
  );
  const stop = records.onPatch((patch) => {
    const changed = patch ? patch.changed[collection] : null;
    if (key.value === null || changed === undefined || changed?.includes(key.value) === false) {
      return;
    }
    clearTimeout(againTimer);
    againTimer = setTimeout(() => void read(), readAgainAfter);
  });
  onScopeDispose(() => {
    stop();
    asking?.abort();
    clearTimeout(restTimer);
    clearTimeout(againTimer);
    reading += 1;
  });

  return { detail, error, refreshError, isRefreshing, read, refresh };
}
