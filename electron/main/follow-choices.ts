import type { Settings } from '@contract/settings';
import type { LiveTracking } from '@core/tracking/live-tracking';
import type { SettingsFile } from './settings-file';

const chosenKeys = [
  'lateAfter',
  'silentAfter',
  'parkedSilentAfter',
  'trailDays',
  'deletedDays',
] as const satisfies (keyof Settings)[];

/** Tells live tracking of new limits of time, and of another time for which trails are kept. */
export function followChoices(
  settings: Pick<SettingsFile, 'state' | 'subscribe'>,
  live: () => Pick<LiveTracking, 'renewChosen'> | null,
): void {
  let last = settings.state();
  settings.subscribe((next) => {
    const isOther = chosenKeys.some((key) => next[key] !== last[key]);
    last = next;
    if (isOther) live()?.renewChosen();
  });
}
