import { describe, expect, it, vi } from 'vitest';
import type { AlertRule } from '@contract/alert-rules';
import { openHouse, silent, tooFast, vehicleId } from './alert-house';

const FLEET = 2_000;
const MINUTE = 60_000;
const rulesOfEach = 10;

/** So many rules watch the vehicles of a tag, and as many all of them. */
const rules = Array.from({ length: 2 * rulesOfEach }, (_, index): AlertRule => {
  const vehicles = { kind: 'chosen' as const, vehicleIds: [], labelIds: ['south'] };
  return {
    ...(index % 2 === 0 ? tooFast : silent),
    ...{ id: `rule ${String(index).padStart(2, '0')}`, name: `Rule ${String(index)}` },
    ...(index < rulesOfEach && { vehicles }),
  };
});

describe('the rules of a large fleet', () => {
  it('are looked up again after a change alone, not every half minute', async () => {
    const { begin, clock, fleet, store, world } = await openHouse();
    const ids = Array.from({ length: FLEET }, (_, number) => vehicleId(number));
    const south = { tags: ['south'], group: null, isPinned: false };
    const known = {
      labels: [{ id: 'south', kind: 'tag' as const, name: 'South', color: 'blue' as const }],
      vehicles: Object.fromEntries(ids.slice(0, FLEET / 2).map((id) => [id, south])),
    };
    const labels = vi.fn(() => known);
    Object.defineProperty(world, 'labels', { get: labels });
    await store.commit(rules.map((rule) => ({ kind: 'rule', rule })));
    const { alerts } = await begin();
    fleet.lookAtAll(ids.map((id) => [id, { speed: 50 }] as const));
    await clock.advance(2_000);
    const counts = () => alerts.snapshot().rules.map(({ vehicles }) => vehicles);
    const counted = (half: number, all: number) => [
      ...Array<number>(rulesOfEach).fill(half),
      ...Array<number>(rulesOfEach).fill(all),
    ];
    expect(counts()).toEqual(counted(FLEET / 2, FLEET));
    labels.mockClear();
    const snapshot = vi.spyOn(fleet, 'snapshot');
    const stateOf = vi.spyOn(fleet, 'stateOf');
    await clock.advance(10 * MINUTE);
    expect(labels).not.toHaveBeenCalled();
    expect(snapshot).not.toHaveBeenCalled();
    expect(stateOf).not.toHaveBeenCalled();
    const told: number[][] = [];
    alerts.subscribe((patch) => {
      if (patch.rules) told.push(patch.rules.map(({ vehicles }) => vehicles));
    });
    fleet.remove(vehicleId(1));
    await clock.advance(2_000);
    expect(told).toEqual([counted(FLEET / 2 - 1, FLEET - 1)]);
  });
});
