import {
  ALERTS_A_PAGE,
  allAlerts,
  type Alert,
  type AlertCost,
  type AlertsPatch,
  type RuleView,
} from '@contract/alerts';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';

const noCost: AlertCost = { vehicles: 0, looksAMinute: null };

/** The rules, and the alerts that nobody has acknowledged. */
export const useAlertsStore = defineStore('alerts', () => {
  const rules = shallowRef<readonly RuleView[]>([]);
  /** The newest open ones, the newest first; main says how many there are in all. */
  const open = shallowRef<readonly Alert[]>([]);
  const counts = shallowRef<{ open: number; vehicles: Readonly<Record<string, number>> }>({
    open: 0,
    vehicles: {},
  });
  const cost = shallowRef(noCost);
  const listeners = new Set<(patch: AlertsPatch | null) => void>();
  let started: Promise<void> | undefined;
  let patches = 0;

  /** Open alerts of each vehicle, the newest first. */
  const openOf = computed(() => {
    const byVehicle = new Map<string, Alert[]>();
    for (const alert of open.value) {
      const others = byVehicle.get(alert.vehicleId);
      if (others) others.push(alert);
      else byVehicle.set(alert.vehicleId, [alert]);
    }
    return byVehicle;
  });
  /** Vehicles with an open alert: red on map and list. */
  const alarmed = computed<ReadonlySet<string>>(() => new Set(Object.keys(counts.value.vehicles)));

  /** Older ones take the place of those that were acknowledged: they were never sent. */
  async function refill(): Promise<void> {
    const known = patches;
    const filter = { ...allAlerts, state: 'open' as const };
    const answer = await useBridge().alerts.find({ filter, after: null, limit: ALERTS_A_PAGE });
    // What came meanwhile is newer than this answer, and asks again where that is needed.
    if (answer.ok && known === patches) open.value = answer.data.alerts;
  }

  function take(patch: AlertsPatch): void {
    patches += 1;
    if (patch.rules) rules.value = patch.rules;
    if (patch.counts) counts.value = patch.counts;
    if (patch.cost) cost.value = patch.cost;
    if (patch.changed.length + patch.removed.length > 0) {
      const gone = new Set([...patch.removed, ...patch.changed.map(({ id }) => id)]);
      const kept = open.value.filter(({ id }) => !gone.has(id));
      const now = patch.changed.filter(({ acknowledged }) => acknowledged === null);
      open.value = [...kept, ...now].sort((one, other) => other.at - one.at);
    }
    if (open.value.length < Math.min(ALERTS_A_PAGE, counts.value.open)) void refill();
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      useBridge().subscribe('alerts', {
        snapshot(snapshot) {
          patches += 1;
          rules.value = snapshot.rules;
          open.value = snapshot.open;
          counts.value = snapshot.counts;
          cost.value = snapshot.cost;
          for (const hear of listeners) hear(null);
          resolve();
        },
        patch(patch) {
          take(patch);
          for (const hear of listeners) hear(patch);
        },
      });
    });
    return started;
  }

  /** Hears of each patch, and of null where all may be different; the answer ends it. */
  function onPatch(hear: (patch: AlertsPatch | null) => void): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
  }

  return { rules, open, counts, cost, openOf, alarmed, start, onPatch };
});
