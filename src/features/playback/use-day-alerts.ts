import { ALERTS_A_PAGE, allAlerts, type Alert } from '@contract/alerts';
import type { Track } from '@contract/trajectories';
import { useAlertsStore } from '@/app/stores/alerts-store';
import { useBridge } from '@/bridge';
import {
  onScopeDispose,
  shallowRef,
  toValue,
  watch,
  type MaybeRefOrGetter,
  type ShallowRef,
} from 'vue';

/** The alerts of a vehicle within the time of its track, the first one first. */
export function useDayAlerts(
  vehicleId: () => string | null,
  track: MaybeRefOrGetter<Track | null>,
): Readonly<ShallowRef<readonly Alert[]>> {
  const bridge = useBridge();
  const store = useAlertsStore();
  const alerts = shallowRef<readonly Alert[]>([]);
  let asked = 0;

  async function read(): Promise<void> {
    const question = ++asked;
    const id = vehicleId();
    const times = toValue(track)?.columns.at;
    const [from, to] = [times?.at(0), times?.at(-1)];
    if (id === null || from === undefined || to === undefined) {
      alerts.value = [];
      return;
    }
    const answer = await bridge.alerts.find({
      filter: { ...allAlerts, vehicleIds: [id], from, to: to + 1 },
      ...{ after: null, limit: ALERTS_A_PAGE },
    });
    // Another day was chosen meanwhile.
    if (question === asked) alerts.value = answer.ok ? [...answer.data.alerts].reverse() : [];
  }

  watch([vehicleId, () => toValue(track)], read, { immediate: true });
  onScopeDispose(
    store.onPatch((patch) => {
      const isOurs = patch?.changed.some((alert) => alert.vehicleId === vehicleId()) ?? true;
      if (isOurs) void read();
    }),
  );
  void store.start();
  return alerts;
}
