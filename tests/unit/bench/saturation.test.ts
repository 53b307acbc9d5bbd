import { describe, expect, it } from 'vitest';
import { lanes } from '@contract/budget';
import { saturate } from '../../bench/budget/saturation';
import { seeded } from '../../bench/seeded';

const restarts = [95_000, 251_000, 433_000];

describe('the saturation that the budget benchmark measures', () => {
  it('keeps the limit with every lane busy, and starves none', async () => {
    const terms = { latency: 200, busy: lanes, restarts, fraction: seeded(3) };
    const { admittedPerMinute, maxPer60s, starved, ceiling } = await saturate(terms);
    expect(maxPer60s).toBeLessThanOrEqual(50);
    expect(admittedPerMinute).toBeGreaterThanOrEqual(47);
    expect(admittedPerMinute).toBeLessThanOrEqual(ceiling);
    expect(starved).toEqual([]);
  });

  it('would see a limit that is broken', async () => {
    // A connection that takes the service for a more generous one.
    const terms = { latency: 200, busy: lanes, restarts: [], perMinute: 53 };
    const { maxPer60s } = await saturate({ ...terms, fraction: seeded(3) });
    expect(maxPer60s).toBe(51);
  });

  it('counts at the instant at which a request reaches the service', async () => {
    // Requests that stray past their own answer meet the next ones, as no real service could do.
    const terms = { latency: 20_000, busy: ['interactive'] as const, restarts: [] };
    let count = 0;
    const straying = { ...terms, fraction: () => ((count += 1) <= 49 ? 4 : 0) };
    expect((await saturate(straying)).maxPer60s).toBeGreaterThan(90);
    expect((await saturate({ ...terms, fraction: () => 0 })).maxPer60s).toBe(48);
  });
});
