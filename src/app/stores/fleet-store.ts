import type { FleetSync, Vehicle } from '@contract/vehicles';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowRef, triggerRef } from 'vue';

/** The vehicles by id and how far their list has been read; shared by every screen. */
export const useFleetStore = defineStore('fleet', () => {
  /** One map for the life of the page, changed in place: watchers hear of it by trigger. */
  const vehicles = shallowRef<ReadonlyMap<string, Vehicle>>(new Map());
  const sync = shallowRef<FleetSync>({
    phase: 'waiting',
    read: 0,
    completedAt: null,
    pagingRefused: false,
  });
  let started: Promise<void> | undefined;
  let waits = false;
  let isOutdated = false;

  /** At once, then once a frame: a large fleet comes in many patches, and each costs all lists. */
  function tell() {
    isOutdated = waits;
    if (waits) return;
    waits = true;
    triggerRef(vehicles);
    requestAnimationFrame(() => {
      waits = false;
      if (isOutdated) tell();
    });
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      let byId = new Map<string, Vehicle>();
      useBridge().subscribe('fleet', {
        snapshot(snapshot) {
          byId = new Map(snapshot.vehicles.map((vehicle) => [vehicle.id, vehicle]));
          vehicles.value = byId;
          sync.value = snapshot.sync;
          resolve();
        },
        patch(patch) {
          for (const vehicle of patch.changed) byId.set(vehicle.id, vehicle);
          for (const id of patch.removed) byId.delete(id);
          if (patch.changed.length + patch.removed.length > 0) tell();
          if (patch.sync) sync.value = patch.sync;
        },
      });
    });
    return started;
  }

  return { vehicles, sync, start };
});
