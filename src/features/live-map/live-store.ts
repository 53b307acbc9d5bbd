import type { LiveSnapshot, LiveVehicle } from '@contract/fixes';
import { timeNow } from '@/app/clock';
import { usePositionsStore } from '@/app/stores/positions-store';
import { tickAlong } from '@/app/ticks';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowRef, triggerRef } from 'vue';
import { createLiveBatch, type LiveChanges } from './live-batch';
import { createStatusCounts } from './status-counts';

/** The live states by vehicle; patches are merged and arrive once a frame. */
export const useLiveStore = defineStore('live', () => {
  /** One map for the life of the page, changed in place: watchers hear of it by trigger. */
  const vehicles = shallowRef<ReadonlyMap<string, LiveVehicle>>(new Map());
  const counts = shallowRef(createStatusCounts().read());
  const pace = shallowRef<LiveSnapshot['pace']>({ onScreenSeconds: null, holdsCap: true });
  const positions = usePositionsStore();
  const listeners = new Set<(changes: LiveChanges) => void>();
  let started: Promise<void> | undefined;
  let byId = new Map<string, LiveVehicle>();
  let counting = createStatusCounts();

  /** A look of times to come was dated by a clock that was wrong, and says nothing of the age. */
  function newestLook(changed: readonly LiveVehicle[], before: number | null): number | null {
    const now = timeNow();
    return changed.reduce((newest, { lookedAt }) => {
      if (lookedAt === null || lookedAt > now) return newest;
      return Math.max(lookedAt, newest ?? lookedAt);
    }, before);
  }

  function tell(changes: LiveChanges) {
    counts.value = counting.read();
    positions.lookedAt = newestLook(changes.changed, positions.lookedAt);
    for (const listener of [...listeners]) listener(changes);
  }

  const batch = createLiveBatch(({ changed, removed }) => {
    for (const vehicle of changed) {
      counting.change(byId.get(vehicle.vehicleId), vehicle);
      byId.set(vehicle.vehicleId, vehicle);
    }
    for (const vehicleId of removed) {
      counting.change(byId.get(vehicleId), undefined);
      byId.delete(vehicleId);
    }
    triggerRef(vehicles);
    tell({ changed, removed });
    tickAlong();
  });

  function replace(snapshot: LiveSnapshot) {
    batch.clear();
    const before = byId;
    byId = new Map();
    counting = createStatusCounts();
    for (const vehicle of snapshot.vehicles) {
      byId.set(vehicle.vehicleId, vehicle);
      counting.change(undefined, vehicle);
    }
    vehicles.value = byId;
    pace.value = snapshot.pace;
    positions.lookedAt = null;
    tell({
      changed: snapshot.vehicles,
      removed: [...before.keys()].filter((vehicleId) => !byId.has(vehicleId)),
    });
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      useBridge().subscribe('live', {
        snapshot(snapshot) {
          replace(snapshot);
          resolve();
        },
        patch(patch) {
          if (patch.pace) pace.value = patch.pace;
          batch.add(patch);
        },
      });
    });
    return started;
  }

  /** Hears what changed, after the store has taken it; the answer ends it. */
  function onChange(listener: (changes: LiveChanges) => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  return { vehicles, counts, pace, start, onChange };
});
