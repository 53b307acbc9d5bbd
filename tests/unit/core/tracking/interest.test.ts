import { describe, expect, it } from 'vitest';
import { crowdStep, weigh, type Interest } from '@core/tracking/interest';

const dull: Interest = {
  onScreen: false,
  selected: false,
  followed: false,
  moving: false,
  pinned: false,
  unseen: false,
};

/** How many times as often the first is looked at. */
function ratio(first: Partial<Interest>, second: Partial<Interest>, onScreen = 80, all = 200) {
  const crowd = { onScreen, offScreen: all - onScreen };
  return Math.sqrt(weigh({ ...dull, ...first }, crowd) / weigh({ ...dull, ...second }, crowd));
}

/** The part of all looks that goes to one followed vehicle. */
function followShare(onScreen: number, offScreen: number): number {
  const crowd = { onScreen, offScreen };
  const root = (interest: Partial<Interest>): number =>
    Math.sqrt(weigh({ ...dull, ...interest }, crowd));
  const followed = root({ onScreen: true, followed: true });
  const others = onScreen * root({ onScreen: true, moving: true }) + offScreen * root({});
  return followed / (followed + others);
}

describe('the weight of a vehicle', () => {
  it('orders followed, selected, on screen, moving, and the rest', () => {
    const order: Partial<Interest>[] = [
      { onScreen: true, followed: true },
      { onScreen: true, selected: true },
      { onScreen: true, pinned: true },
      { onScreen: true, moving: true },
      { onScreen: true },
      { moving: true },
      {},
    ];
    for (let index = 1; index < order.length; index++) {
      expect(ratio(order[index - 1] ?? {}, order[index] ?? {})).toBeGreaterThan(1);
    }
  });

  it('looks eight times as often at what is on screen, and twice at what moves', () => {
    expect(ratio({ onScreen: true }, {})).toBeCloseTo(8);
    expect(ratio({ moving: true }, {})).toBeCloseTo(2);
    expect(ratio({ unseen: true }, {})).toBeCloseTo(2);
  });

  it.each([
    { onScreen: 80, offScreen: 40 },
    { onScreen: 2000, offScreen: 0 },
    { onScreen: 80, offScreen: 49_920 },
    { onScreen: 50_000, offScreen: 0 },
  ])('keeps a tenth of all looks for a followed vehicle over $onScreen and $offScreen', (crowd) => {
    expect(followShare(crowd.onScreen, crowd.offScreen)).toBeGreaterThan(0.09);
  });

  it('keeps what is on screen ahead of a large fleet that is not', () => {
    const crowd = { onScreen: 80, offScreen: 49_920 };
    const share = 80 * Math.sqrt(weigh({ ...dull, onScreen: true }, crowd));
    expect(share).toBeGreaterThan(49_920 * Math.sqrt(weigh(dull, crowd)));
    expect(ratio({ onScreen: true }, {}, 5_000, 5_100)).toBeGreaterThanOrEqual(8);
  });
});

describe('the size of a crowd', () => {
  it('goes in steps, so that weights stay put while it changes a little', () => {
    expect(crowdStep(0)).toBe(0);
    expect(crowdStep(1)).toBe(1);
    expect(crowdStep(100)).toBe(crowdStep(105));
    for (const size of [3, 77, 1_000, 50_000]) {
      expect(crowdStep(size) / size).toBeGreaterThan(0.8);
      expect(crowdStep(size) / size).toBeLessThan(1.2);
    }
  });
});
