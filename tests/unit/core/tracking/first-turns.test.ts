import { describe, expect, it } from 'vitest';
import { FreshnessScheduler } from '@core/tracking/freshness-scheduler';

const MINUTE = 60_000;
/** Between two looks: 40 a minute. */
const SLOT = 1_500;

function make(): FreshnessScheduler {
  return new FreshnessScheduler({ cap: Infinity, firstAge: MINUTE });
}

/** The vehicles that are looked at within a time. */
function looksWithin(scheduler: FreshnessScheduler, from: number, duration: number): string[] {
  const looks: string[] = [];
  for (let now = from; now < from + duration; now += SLOT) {
    const id = scheduler.take(now);
    if (id === null) continue;
    looks.push(id);
    scheduler.looked(id, now);
  }
  return looks;
}

describe('many vehicles that were never looked at', () => {
  it('come in turns from the first minute on, beside those that are looked at all the time', () => {
    const scheduler = make();
    for (let each = 0; each < 30; each += 1) {
      scheduler.add(`seen-${each}`, { weight: 64, interval: 0 }, 0);
    }
    looksWithin(scheduler, 0, 5 * MINUTE);
    // Pages of a large fleet: together they matter as much as the thirty.
    for (let each = 0; each < 1_000; each += 1) {
      scheduler.add(`new-${each}`, { weight: 0.24 ** 2, interval: 0 }, 5 * MINUTE);
    }
    const looks = looksWithin(scheduler, 5 * MINUTE, 2 * MINUTE);
    const first = looks.filter((id) => id.startsWith('new-'));
    expect(first.length / looks.length).toBeGreaterThan(0.4);
    expect(first.length / looks.length).toBeLessThan(0.6);
    expect(new Set(first).size).toBe(first.length);
  });

  it('leave their turns to others where they matter less', () => {
    const scheduler = make();
    for (let each = 0; each < 100; each += 1) {
      scheduler.add(`new-${each}`, { weight: 1, interval: 0 }, 0);
      scheduler.add(`dear-${each}`, { weight: 81, interval: 0 }, 0);
    }
    const looks = looksWithin(scheduler, 0, 2 * MINUTE);
    const dear = looks.filter((id) => id.startsWith('dear-'));
    expect(dear.length / looks.length).toBeGreaterThan(0.8);
    expect(dear.length).toBeLessThan(looks.length);
  });
});
