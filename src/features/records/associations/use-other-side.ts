import type { Association, AssociationSide, ReverseAssociations } from '@contract/associations';
import type { AppError, Result } from '@contract/errors';
import type { RecordKey } from '@contract/records';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useRecordsStore } from '@/app/stores/records-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef, watch } from 'vue';

/** The vehicles of a device or user, as they change, and what is done to them from that side. */
export function useOtherSide(otherKey: () => string, side: AssociationSide) {
  const { associations } = useBridge();
  const undo = useUndo();
  const found = shallowRef<ReverseAssociations | null>(null);
  /** Why they could not be read, and why the last thing that was done to them failed. */
  const readError = shallowRef<AppError | null>(null);
  const failure = shallowRef<AppError | null>(null);
  let attempt = 0;

  async function read(): Promise<void> {
    attempt += 1;
    const mine = attempt;
    const answer = await associations.ofOther({ side, otherKey: otherKey() });
    if (mine !== attempt) return;
    readError.value = answer.ok ? null : answer.error;
    if (answer.ok) found.value = answer.data;
  }

  /** Waits for what is done, tells of its error and reads again; whether it was done. */
  async function act(call: Promise<Result<unknown>>): Promise<boolean> {
    const answer = await call;
    failure.value = answer.ok ? null : answer.error;
    await read();
    return answer.ok;
  }

  watch(otherKey, () => void read(), { immediate: true });
  const stops = [
    useRecordsStore().onPatch((patch) => {
      const { vehicles, [side]: others } = patch?.changed ?? {};
      if (patch === null || vehicles !== undefined || others !== undefined) void read();
    }),
    useOutboxStore().onPatch(({ changed }) => {
      if (changed.some((entry) => entry.side === side)) void read();
    }),
  ];
  onScopeDispose(() => {
    for (const stop of stops) stop();
    attempt += 1;
  });

  return {
    found,
    failure,
    error: computed(() => failure.value ?? readError.value),
    /** Checks the vehicles whose lists were not read yet, or stops doing so. */
    complete: (isWanted: boolean) => act(associations.complete({ side, isWanted })),
    add: (vehicleKey: string, isMain: boolean) =>
      act(undo.make(associations.add({ vehicleKey, side, otherKey: otherKey(), isMain }))),
    /** Adds several vehicles at once; answers why that failed, or null. */
    async addSeveral(vehicleKeys: readonly RecordKey[]): Promise<AppError | null> {
      const wanted = { side, vehicleKeys: [...vehicleKeys], otherKeys: [otherKey()] };
      const answer = await undo.make(associations.addSeveral(wanted));
      await read();
      return answer.ok ? null : answer.error;
    },
    makeMain: ({ vehicleKey, key }: Association) =>
      act(associations.makeMain({ vehicleKey, side, key })),
    remove: ({ vehicleKey, key }: Association) =>
      act(undo.make(associations.remove({ vehicleKey, side, key }))),
  };
}
