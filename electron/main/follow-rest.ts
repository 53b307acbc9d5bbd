import { collectTogether } from '@adapters/collect-garbage';
import { takeAnswersWhole } from '@adapters/http/whole-answers';
import type { Desktop } from '@core/desktop/desktop';

/** While nobody is at work, threads wake seldom, even where that takes a little longer. */
export function followRest(desktop: Pick<Desktop, 'subscribe'>): void {
  let rested = false;
  desktop.subscribe(({ isAtRest }) => {
    if (isAtRest === rested) return;
    rested = isAtRest;
    collectTogether(!isAtRest);
    takeAnswersWhole(isAtRest);
  });
}
