import { collectTogether } from '@adapters/collect-garbage';
import type { Desktop } from '@core/desktop/desktop';
import type { LiveTracking } from '@core/tracking/live-tracking';

/**
 * While nobody is at work, threads wake seldom, even where that takes a little longer. The first touch
 * shows at once what waited for the next picture.
 */
export function followRest(
  desktop: Pick<Desktop, 'subscribe'>,
  live: () => Pick<LiveTracking, 'tellShown'> | null,
): void {
  let rested = false;
  desktop.subscribe(({ isAtRest }) => {
    if (isAtRest === rested) return;
    rested = isAtRest;
    collectTogether(!isAtRest);
    if (!isAtRest) live()?.tellShown();
  });
}
