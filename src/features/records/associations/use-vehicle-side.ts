import type { AssociationSide, VehicleAssociations } from '@contract/associations';
import type { AppError, Result } from '@contract/errors';
import { isLocalKey, type RecordKey } from '@contract/records';
import { timeNow } from '@/app/clock';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useRecordsStore } from '@/app/stores/records-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';

/** A list that is older than this is asked for again when it is opened, milliseconds. */
const freshFor = 10 * 60_000;

/** One side of a vehicle's associations: as kept at once, and what can be done to it. */
export function useVehicleSide(vehicleKey: Readonly<Ref<RecordKey>>, side: AssociationSide) {
  const { associations } = useBridge();
  const undo = useUndo();
  const session = useSessionStore();
  const list = shallowRef<VehicleAssociations | null>(null);
  /** Why the list could not be read. */
  const error = shallowRef<AppError | null>(null);
  /** Why what was last done to the list was not queued. */
  const changeError = shallowRef<AppError | null>(null);
  const isReading = ref(false);
  let attempt = 0;
  let asking: AbortController | undefined;

  async function read(): Promise<void> {
    attempt += 1;
    const mine = attempt;
    const answer = await associations.ofVehicle({ vehicleKey: vehicleKey.value, side });
    if (mine !== attempt) return;
    if (answer.ok) list.value = answer.data;
    else error.value = answer.error;
  }

  async function refresh(): Promise<void> {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    isReading.value = true;
    const wanted = { vehicleKey: vehicleKey.value, side };
    const answer = await associations.refresh(wanted, { signal: mine.signal });
    if (asking !== mine) return;
    isReading.value = false;
    if (answer.ok) list.value = answer.data;
    error.value = answer.ok || answer.error.code === 'cancelled' ? null : answer.error;
  }

  /** Does something to the list; answers whether it was queued. */
  async function change(call: Promise<Result<unknown>>): Promise<boolean> {
    const answer = await call;
    changeError.value = answer.ok ? null : answer.error;
    await read();
    return answer.ok;
  }

  watch(
    vehicleKey,
    async (key) => {
      await read();
      const readAt = list.value?.readAt ?? null;
      const isOld = readAt === null || timeNow() - readAt > freshFor;
      if (key === vehicleKey.value && isOld && !isLocalKey(key) && !session.isFrozen) {
        void refresh();
      }
    },
    { immediate: true },
  );
  const stops = [
    useRecordsStore().onPatch((patch) => {
      const changed = patch?.changed.vehicles;
      const isMeant = patch === null || changed === null || changed?.includes(vehicleKey.value);
      if (isMeant || patch?.changed[side] !== undefined) void read();
    }),
    useOutboxStore().onPatch(({ changed }) => {
      if (changed.some((entry) => entry.side === side)) void read();
    }),
  ];
  onScopeDispose(() => {
    for (const stop of stops) stop();
    asking?.abort();
    attempt += 1;
  });

  const name = (key: RecordKey) => ({ vehicleKey: vehicleKey.value, side, key });
  return {
    list,
    error,
    changeError,
    isReading,
    refresh,
    add: (otherKey: RecordKey, isMain: boolean) =>
      change(undo.make(associations.add({ vehicleKey: vehicleKey.value, side, otherKey, isMain }))),
    /** Adds several people at once; answers why that failed, or null. */
    async addSeveral(otherKeys: readonly RecordKey[]): Promise<AppError | null> {
      const vehicleKeys = [vehicleKey.value];
      const wanted = { side, vehicleKeys, otherKeys: [...otherKeys] };
      const answer = await undo.make(associations.addSeveral(wanted));
      await read();
      return answer.ok ? null : answer.error;
    },
    makeMain: (key: RecordKey) => change(associations.makeMain(name(key))),
    remove: (key: RecordKey) => change(undo.make(associations.remove(name(key)))),
  };
}
