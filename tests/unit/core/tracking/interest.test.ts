import { describe, expect, it } from 'vitest';
import { crowdFactors, weigh, type Interest } from '@core/tracking/interest';

const dull: Interest = {
  onScreen: false,
  selected: false,
  followed: false,
  moving: false,
  pinned: false,
  unseen: false,
};

/** How often a vehicle is looked at, in a fleet of that many on screen and off it. */
function paceOf(interest: Partial<Interest>, onScreen = 80, offScreen = 120, unseen = 0): number {
  const { group, weight } = weigh({ ...dull, ...interest });
  const sizes = { unseen, 'on-screen': onScreen, 'off-screen': offScreen };
  return Math.sqrt(weight) * crowdFactors(sizes)[group];
}

/** The part of all looks that goes to one followed vehicle. */
function followShare(onScreen: number, offScreen: number): number {
  const followed = paceOf({ onScreen: true, followed: true }, onScreen, offScreen);
  const shown = onScreen * paceOf({ onScreen: true, moving: true }, onScreen, offScreen);
  return followed / (followed + shown + offScreen * paceOf({}, onScreen, offScreen));
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
    const paces = order.map((interest) => paceOf(interest));
    expect(paces).toEqual([...paces].sort((a, b) => b - a));
    expect(new Set(paces).size).toBe(paces.length);
  });

  it('is larger on alert, on screen or not, and smaller than where somebody looks', () => {
    const onAlert = paceOf({ onAlert: true }, 80, 5_000);
    expect(onAlert).toBeGreaterThan(paceOf({ onScreen: true }, 80, 5_000));
    expect(paceOf({ onAlert: true, onScreen: true, moving: true })).toBeGreaterThan(
      paceOf({ onScreen: true, moving: true }),
    );
    expect(onAlert).toBeLessThan(paceOf({ selected: true }));
    expect(paceOf({ onAlert: true, selected: true })).toBe(paceOf({ selected: true }));
  });

  it('looks eight times as often at what is on screen, and twice at what moves', () => {
    expect(paceOf({ onScreen: true }) / paceOf({})).toBe(8);
    expect(paceOf({ moving: true }) / paceOf({})).toBe(2);
  });

  it('gives most looks to vehicles not seen yet in a small fleet, about half in a large one', () => {
    const share = (onScreen: number, offScreen: number, unseen: number): number => {
      const sizes = [onScreen, offScreen, unseen] as const;
      const first = unseen * paceOf({ unseen: true }, ...sizes);
      const shown = onScreen * paceOf({ onScreen: true, moving: true }, ...sizes);
      return first / (first + shown + offScreen * paceOf({}, ...sizes));
    };
    expect(share(20, 0, 100)).toBeGreaterThan(0.7);
    expect(share(80, 0, 49_920)).toBeGreaterThan(0.4);
    expect(share(80, 0, 49_920)).toBeLessThan(0.6);
    expect(paceOf({ unseen: true, followed: true })).toBe(paceOf({ followed: true }));
  });

  it('gives a row that is read a look before all that was seen, whatever the size of the fleet', () => {
    const row = paceOf({ unseen: true, onScreen: true }, 50, 0, 5_000);
    expect(row).toBeGreaterThan(3 * paceOf({ onScreen: true }, 50, 0, 5_000));
    expect(row).toBeGreaterThan(50 * paceOf({ unseen: true }, 50, 0, 5_000));
    expect(row).toBeLessThan(paceOf({ selected: true }));
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
    const shown = 80 * paceOf({ onScreen: true }, 80, 49_920);
    expect(shown).toBeGreaterThan(49_920 * paceOf({}, 80, 49_920));
    const onScreen = paceOf({ onScreen: true }, 5_000, 100);
    expect(onScreen / paceOf({}, 5_000, 100)).toBeGreaterThanOrEqual(8);
  });
});
