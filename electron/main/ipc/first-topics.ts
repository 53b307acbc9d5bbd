import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SentPatch, TopicName } from '@contract/events';
import type { LiveVehicle } from '@contract/fixes';
import { unpackVehicles } from '@contract/packed/fleet-rows';
import { PACKED_AT_ONCE } from '@contract/packed/rows';
import { packPatch, unpackSnapshot } from '@contract/packed/topics';
import { showTheSame, type Vehicle } from '@contract/vehicles';
import { partsOf } from '@core/in-slices';
import type { Clock } from '@core/ports/clock';
import { areSameData } from '@core/same-data';
import type { FirstSight } from '@core/tracking/first-sight';
import { tellWhatDiffers, type FollowedRows } from '@core/tracking/since-first-sight';
import type { Workspace } from '@core/workspace/workspace';
import type { TopicSource } from './events';

/** Topics that are shown before there is a workspace. */
type FirstTopic = 'fleet' | 'live';

/** Hands what pages have to know over, patch by patch; resolves once that is all. */
type Tell<T extends TopicName> = (send: (patch: SentPatch<T>) => void) => Promise<void>;

/** Where what is shown of the fleet comes from before there is a workspace: it does not change. */
export function topicsAtFirst({ fleet, live }: FirstSight): { [T in FirstTopic]: TopicSource<T> } {
  const subscribe = () => () => undefined;
  return {
    fleet: { snapshot: () => unpackSnapshot('fleet', fleet), sent: () => fleet, subscribe },
    live: { snapshot: () => live, subscribe },
  };
}

/** Tells it to pages that were told of an empty fleet; others of main get their turn between. */
export function tellAtFirst({ fleet, live }: FirstSight): { [T in FirstTopic]: Tell<T> } {
  return {
    fleet: async (send) => {
      for (const changed of fleet.vehicles) {
        send({ changed, removed: [], sync: null });
        await nextTurn();
      }
    },
    live: async (send) => {
      for (const changed of partsOf(live.vehicles, PACKED_AT_ONCE)) {
        send(packPatch('live', { changed, removed: [], pace: null }));
        await nextTurn();
      }
    },
  };
}

/** Tells pages that were told of the first sight what is otherwise in the workspace, hardly anything. */
export function tellSinceFirst(
  first: FirstSight,
  workspace: Pick<Workspace, FirstTopic>,
  clock: Clock,
): { [T in FirstTopic]: Tell<T> } {
  return {
    fleet: async (send) => {
      const { vehicles, sync } = workspace.fleet.snapshot();
      send(packPatch('fleet', { changed: [], removed: [], sync }));
      const rows: FollowedRows<Vehicle> = {
        ...{ told: vehiclesIn(first), now: vehicles, areSame: showTheSame, idOf: ({ id }) => id },
        subscribe: (listener) => workspace.fleet.subscribe(listener),
      };
      await tellWhatDiffers(clock, rows, (changes) => {
        send(packPatch('fleet', { ...changes, sync: null }));
      });
    },
    live: async (send) => {
      const { vehicles, pace } = workspace.live.snapshot();
      send(packPatch('live', { changed: [], removed: [], pace }));
      const rows: FollowedRows<LiveVehicle> = {
        ...{ told: first.live.vehicles, now: vehicles, areSame: areSameData },
        idOf: ({ vehicleId }) => vehicleId,
        subscribe: (listener) => workspace.live.subscribe(listener),
      };
      await tellWhatDiffers(clock, rows, (changes) => {
        send(packPatch('live', { ...changes, pace: null }));
      });
    },
  };
}

function* vehiclesIn({ fleet }: FirstSight): Generator<Vehicle> {
  for (const part of fleet.vehicles) yield* unpackVehicles(part);
}
