import { expect, it } from 'vitest';
import type { SessionState } from '@contract/session';
import { Standing } from '@core/session/standing';
import { VirtualClock } from '../virtual-clock';

it('the time of the last answer is told now and then, seldom while nobody is at work', async () => {
  const clock = new VirtualClock();
  let isAtRest = false;
  const standing = new Standing({ clock, isAtRest: () => isAtRest });
  const heard: SessionState[] = [];
  standing.subscribe((state) => heard.push(state));
  const answerFor = async (time: number) => {
    heard.length = 0;
    for (let passed = 0; passed < time; passed += 1_000) {
      standing.link.answered();
      await clock.advance(1_000);
    }
    return heard.length;
  };
  await answerFor(1_000);
  expect(await answerFor(60_000)).toBeGreaterThanOrEqual(5);
  isAtRest = true;
  await answerFor(10_000);
  expect(await answerFor(120_000)).toBeLessThanOrEqual(2);
  // At work again it is not as late as it would have been.
  isAtRest = false;
  expect(await answerFor(11_000)).toBe(1);
});
