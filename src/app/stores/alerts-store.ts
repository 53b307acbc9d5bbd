import type { Alert, AlertCost, AlertsPatch, RuleView } from '@contract/alerts';
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

  function take(patch: AlertsPatch): void {
    if (patch.rules) rules.value = patch.rules;
    if (patch.counts) counts.value = patch.counts;
    if (patch.cost) cost.value = patch.cost;
    if (patch.changed.length + patch.removed.length > 0) {
      const gone = new Set([...patch.removed, ...patch.changed.map(({ id }) => id)]);
      const kept = open.value.filter(({ id }) => !gone.has(id));
      const now = patch.changed.filter(({ acknowledged }) => acknowledged === null);
      open.value = [...kept, ...now].sort((one, other) => other.at - one.at);
    }
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      useBridge().subscribe('alerts', {
        snapshot(snapshot) {
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
