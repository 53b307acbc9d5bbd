import { showTheSame, type FleetSync, type Vehicle } from '@contract/vehicles';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowRef, triggerRef } from 'vue';

/** Vehicles that came to the fleet and that left it; one that changed left as it was before. */
export type FleetChanges = { come: readonly Vehicle[]; gone: readonly Vehicle[] };

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
  const listeners = new Set<(changes: FleetChanges) => void>();
  const come = new Map<string, Vehicle>();
  const gone = new Map<string, Vehicle>();
  let started: Promise<void> | undefined;
  let waits = false;

  /** At once, then once a frame: a large fleet comes in many patches, and each costs all lists. */
  function tell() {
    if (waits || come.size + gone.size === 0) return;
    waits = true;
    const changes = { come: [...come.values()], gone: [...gone.values()] };
    come.clear();
    gone.clear();
    for (const listener of [...listeners]) listener(changes);
    triggerRef(vehicles);
    requestAnimationFrame(() => {
      waits = false;
      tell();
    });
  }

  /** @param before the vehicle as it was; @param after as it is; undefined where there is none */
  function note(id: string, before: Vehicle | undefined, after: Vehicle | undefined) {
    if (before === after) return;
    // What came and went since the last time was never told.
    if (before && !come.has(id) && !gone.has(id)) gone.set(id, before);
    if (after) come.set(id, after);
    else come.delete(id);
  }

  /** Hears what came and left, right after the store has taken it; the answer ends it. */
  function onChange(listener: (changes: FleetChanges) => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      let byId = new Map<string, Vehicle>();
      useBridge().subscribe('fleet', {
        snapshot(snapshot) {
          const before = byId;
          // What is as it was stays the same, with its place in every order.
          byId = new Map(
            snapshot.vehicles.map((vehicle) => [vehicle.id, asItWas(before, vehicle)]),
          );
          vehicles.value = byId;
          sync.value = snapshot.sync;
          for (const id of new Set([...before.keys(), ...byId.keys()])) {
            note(id, before.get(id), byId.get(id));
          }
          tell();
          resolve();
        },
        patch(patch) {
          for (const vehicle of patch.changed) {
            note(vehicle.id, byId.get(vehicle.id), vehicle);
            byId.set(vehicle.id, vehicle);
          }
          for (const id of patch.removed) {
            note(id, byId.get(id), undefined);
            byId.delete(id);
          }
          tell();
          if (patch.sync) sync.value = patch.sync;
        },
      });
    });
    return started;
  }

  return { vehicles, sync, start, onChange };
});

/** The vehicle that was known before, where it shows the same. */
function asItWas(before: ReadonlyMap<string, Vehicle>, vehicle: Vehicle): Vehicle {
  const known = before.get(vehicle.id);
  return known !== undefined && showTheSame(known, vehicle) ? known : vehicle;
}
