import type { LiveSnapshot } from '@contract/fixes';
import type { OwnLimits } from '@contract/settings';
import { idsInRows } from '@contract/packed/fleet-rows';
import type { PackedRows } from '@contract/packed/rows';
import type { PackedSnapshot } from '@contract/packed/topics';
import { inSlices } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { FirstLook } from '../ports/stores';
import type { Profile } from '../service/profile';
import { BatteryMeaning } from './battery-meaning';
import { readLearned } from './learned-devices';
import { LiveVehicles } from './live-vehicles';
import { readThresholds } from './vehicle-status';

/** The fleet as the map shows it before its store is checked. */
export interface FirstSight {
  /** As it crosses to a page, and as it left the store: nothing in between takes the vehicles apart. */
  readonly fleet: PackedSnapshot<'fleet'>;
  readonly live: LiveSnapshot;
}

/** What that depends on. */
export interface FirstSightTerms {
  clock: Clock;
  profile: Pick<Profile, 'silence' | 'motion' | 'tracking'>;
  chosen: OwnLimits;
}

/** Makes of what was read first what the map shows. Nothing that follows is built on it. */
export async function firstSight(
  look: Pick<FirstLook, 'vehicles' | 'newestFixes' | 'learned'>,
  { clock, profile, chosen }: FirstSightTerms,
): Promise<FirstSight> {
  const [fixes, learned] = await Promise.all([look.newestFixes(), look.learned()]);
  const live = new LiveVehicles({
    ...{ clock, thresholds: readThresholds(profile, chosen) },
    batteries: BatteryMeaning.of(profile),
    trails: {
      takeLearned: (id) => {
        const body = learned.get(id);
        return body === undefined ? null : readLearned(body);
      },
      add: () => undefined,
    },
  });
  await live.rememberAll(fixes);
  const vehicles = await look.vehicles();
  await inSlices(clock, idsOf(vehicles), (id) => live.add(id));
  return {
    fleet: {
      vehicles,
      sync: { phase: 'waiting', read: 0, completedAt: null, pagingRefused: false },
    },
    live: { vehicles: live.all(), pace: { onScreenSeconds: null, holdsCap: true } },
  };
}

function* idsOf(vehicles: readonly PackedRows[]): Generator<string> {
  for (const part of vehicles) yield* idsInRows(part);
}
