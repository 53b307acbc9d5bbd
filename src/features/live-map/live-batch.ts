import type { LivePatch, LiveVehicle } from '@contract/fixes';

/** What happened to live states since the last frame; a later state of a vehicle replaces its earlier one. */
export type LiveChanges = { changed: LiveVehicle[]; removed: string[] };

/** Gathers patches and hands them over once a frame. */
export type LiveBatch = { add(patch: Pick<LivePatch, 'changed' | 'removed'>): void; clear(): void };

/** A screen shows a frame at a time: patches that come faster are merged until the next one. */
export function createLiveBatch(
  flush: (changes: LiveChanges) => void,
  onNextFrame: (callback: () => void) => void = requestAnimationFrame,
): LiveBatch {
  const changed = new Map<string, LiveVehicle>();
  const removed = new Set<string>();
  let waits = false;

  function send() {
    waits = false;
    if (changed.size + removed.size === 0) return;
    const changes = { changed: [...changed.values()], removed: [...removed] };
    changed.clear();
    removed.clear();
    flush(changes);
  }

  return {
    add(patch) {
      for (const vehicle of patch.changed) {
        changed.set(vehicle.vehicleId, vehicle);
        removed.delete(vehicle.vehicleId);
      }
      for (const vehicleId of patch.removed) {
        changed.delete(vehicleId);
        removed.add(vehicleId);
      }
      if (waits) return;
      waits = true;
      onNextFrame(send);
    },
    clear() {
      changed.clear();
      removed.clear();
    },
  };
}
