import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FreshnessScheduler, type Claim } from '@core/tracking/freshness-scheduler';
import { demandAt, levelFor, type Terms } from '@core/tracking/settled-pace';
import { bound, simulate, termsOf } from './scheduler-simulation';

const HOUR = 60 * 60_000;
const MINUTE = 60_000;
/** 48 looks a minute. */
const RATE = 48 / MINUTE;

function repeat(count: number, weight: number): number[] {
  return Array.from({ length: count }, () => weight);
}

function zipf(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 1000 / (index + 1));
}

function make(cap = Infinity): FreshnessScheduler {
  return new FreshnessScheduler({ cap, firstAge: MINUTE });
}

const important = [...repeat(5, 50), ...repeat(95, 1)];
const followed = [102_400, ...repeat(80, 256), ...repeat(400, 1)];

describe('weighted age against the bound (Σ√w)²/2R', () => {
  it.each([
    { name: '60 alike', weights: repeat(60, 1) },
    { name: '2,000 alike', weights: repeat(2000, 1) },
    { name: '5 that matter much and 95 others', weights: important },
    { name: '300 by Zipf', weights: zipf(300) },
    { name: 'parked, moving, and one followed', weights: followed },
  ])('stays within 5 % for $name', ({ weights }) => {
    const { weightedAge } = simulate({ weights, rate: RATE, cap: Infinity, duration: 24 * HOUR });
    expect(weightedAge / bound(weights, RATE)).toBeGreaterThan(0.99);
    expect(weightedAge / bound(weights, RATE)).toBeLessThan(1.05);
  });

  it('stays within 5 % of what is left when one look in 20 fails', () => {
    const weights = followed;
    const fails = (look: number): boolean => (look * 7919) % 20 === 0;
    const result = simulate({ weights, rate: RATE, cap: Infinity, duration: 24 * HOUR, fails });
    expect(result.weightedAge / bound(weights, RATE * 0.95)).toBeLessThan(1.05);
  });

  it('stays within 5 % of what is left when other lanes take 30 %', () => {
    const weights = important;
    const isTaken = (slot: number): boolean => (slot * 7919) % 10 < 3;
    const result = simulate({ weights, rate: RATE, cap: Infinity, duration: 24 * HOUR, isTaken });
    expect(result.weightedAge / bound(weights, RATE * 0.7)).toBeLessThan(1.05);
  });
});

describe('the cap', () => {
  it.each([
    { name: '3 minutes', weights: important, cap: 3 * MINUTE },
    { name: '20 minutes, by Zipf', weights: zipf(400), cap: 20 * MINUTE },
    { name: '30 minutes', weights: [...repeat(80, 64), ...repeat(920, 1)], cap: 30 * MINUTE },
  ])('is held where the budget can, at no more than 5 % cost: $name', ({ weights, cap }) => {
    const result = simulate({ weights, rate: RATE, cap, duration: 24 * HOUR });
    expect(result.holdsCap).toBe(true);
    expect(result.oldest).toBeLessThanOrEqual(cap);
    expect(result.weightedAge / bound(weights, RATE, cap)).toBeLessThan(1.05);
  });

  it('is reported and not enforced where the budget can not hold it', () => {
    const weights = [...repeat(100, 64), ...repeat(1900, 1)];
    const capped = simulate({ weights, rate: RATE, cap: 30 * MINUTE, duration: 24 * HOUR });
    const free = simulate({ weights, rate: RATE, cap: Infinity, duration: 24 * HOUR });
    expect(capped.holdsCap).toBe(false);
    expect(capped.looks).toEqual(free.looks);
  });

  it('leaves the others the part of the looks that it may not take', () => {
    const make = (alike: number): { period: number | null; isHeld: boolean } => {
      const scheduler = new FreshnessScheduler({ cap: 30 * MINUTE, capShare: 0.5, firstAge: 0 });
      const weights = [...repeat(100, 64), ...repeat(alike, 1)];
      const fleet = weights.map((weight) => ({ weight, interval: 0, isShown: weight === 1 }));
      fleet.forEach((claim, index) => scheduler.add(String(index), claim, index));
      scheduler.plan(RATE);
      const isHeld = scheduler.holdsCap(RATE, () => termsOf(fleet));
      return { period: scheduler.shownPeriod(RATE), isHeld };
    };
    // Equal turns at the pace of the cap take 1,000 looks of 1,325, which is more than half.
    const free = make(900);
    expect(free.period).toBeCloseTo(1700 / RATE, -2);
    expect(free.isHeld).toBe(false);
    const held = make(500);
    expect(held.period).toBeLessThan(30 * MINUTE);
    expect(held.isHeld).toBe(true);
  });

  it('is held without being enforced where the weights alone bring all round in time', () => {
    const scheduler = new FreshnessScheduler({ cap: 30 * MINUTE, capShare: 0.5, firstAge: 0 });
    const fleet = repeat(900, 1).map((weight) => ({ weight, interval: 0 }));
    fleet.forEach((claim, index) => scheduler.add(String(index), claim, 0));
    scheduler.plan(RATE);
    expect(scheduler.holdsCap(RATE, () => termsOf(fleet))).toBe(true);
    expect(scheduler.holdsCap(RATE / 2, () => termsOf(fleet))).toBe(false);
  });

  it('is trivially held by an empty fleet, and by no other that nobody looks at', () => {
    const scheduler = make(MINUTE);
    scheduler.plan(0);
    expect(scheduler.holdsCap(0, () => termsOf([]))).toBe(true);
    const one = { weight: 1, interval: 0 };
    scheduler.add('one', one, 0);
    expect(scheduler.holdsCap(0, () => termsOf([one]))).toBe(false);
  });
});

const claims = fc.array(
  fc.record({
    weight: fc.constantFrom(1, 4, 64, 14_400),
    interval: fc.constantFrom(0, 5_000, 60_000),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('over any fleet', () => {
  it('forgets nobody, asks nobody too soon, and chooses the same again', () => {
    fc.assert(
      fc.property(claims, (fleet) => {
        const options = {
          weights: fleet.map(({ weight }) => weight),
          intervals: fleet.map(({ interval }) => interval),
          rate: RATE,
          cap: Infinity,
          duration: 3 * HOUR,
        };
        const result = simulate(options);
        expect(new Set(result.looks).size).toBe(fleet.length);
        expect(result.tooSoon).toBe(0);
        // Round about: the sum of √w over R is one turn, for a vehicle of √w = 1.
        const turn = options.weights.reduce((sum, weight) => sum + Math.sqrt(weight), 0) / RATE;
        expect(result.oldest).toBeLessThanOrEqual(Math.max(turn, 60_000) * 1.1 + 60_000);
        expect(simulate(options).looks).toEqual(result.looks);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps each vehicle in one place through every change', () => {
    const steps = fc.array(
      fc.record({
        what: fc.constantFrom('add', 'remove', 'claim', 'take', 'looked', 'giveBack', 'hold'),
        id: fc.integer({ min: 0, max: 12 }).map(String),
        weight: fc.constantFrom(1, 4, 64),
        interval: fc.constantFrom(0, 5_000),
        pause: fc.integer({ min: 0, max: 4_000 }),
      }),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(steps, (list) => {
        const scheduler = make();
        const known = new Set<string>();
        const taken = new Set<string>();
        const notBefore = new Map<string, number>();
        list.forEach(({ what, id, weight, interval, pause }, step) => {
          const now = step * 1000;
          if (what === 'add') {
            scheduler.add(id, { weight, interval }, now);
            known.add(id);
          } else if (what === 'remove') {
            scheduler.remove(id);
            known.delete(id);
            taken.delete(id);
            notBefore.delete(id);
          } else if (what === 'claim') {
            scheduler.claim(id, { weight, interval }, now);
          } else if (what === 'take') {
            const chosen = scheduler.take(now);
            if (chosen === null) return;
            expect(known.has(chosen)).toBe(true);
            expect(taken.has(chosen)).toBe(false);
            expect(notBefore.get(chosen) ?? 0).toBeLessThanOrEqual(now);
            taken.add(chosen);
          } else if (what === 'hold') {
            expect(scheduler.hold(id)).toBe(known.has(id) && !taken.has(id));
            if (known.has(id)) taken.add(id);
          } else if (what === 'looked') {
            scheduler.looked(id, now);
            if (taken.delete(id)) notBefore.delete(id);
          } else {
            scheduler.giveBack(id, now, pause);
            if (taken.delete(id)) notBefore.set(id, now + pause);
          }
          expect(scheduler.size).toBe(known.size);
        });
        // Whatever happened, everybody who is not out comes up in the end.
        const late = 10 * HOUR;
        const rest = new Set<string>();
        for (let id = scheduler.take(late); id !== null; id = scheduler.take(late)) rest.add(id);
        expect(rest).toEqual(new Set([...known].filter((id) => !taken.has(id))));
      }),
    );
  });
});

describe('single choices', () => {
  it('goes by √weight × age since looked', () => {
    const scheduler = make();
    scheduler.add('light', { weight: 1, interval: 0 }, 0);
    scheduler.add('heavy', { weight: 9, interval: 0 }, 0);
    expect(scheduler.take(0)).toBe('heavy');
    scheduler.looked('heavy', 0);
    // The light one has its first age of a minute: 60 s × 1 against 3 × 20 s.
    expect(scheduler.take(20_000)).toBe('light');
    scheduler.looked('light', 20_000);
    expect(scheduler.take(20_000)).toBe('heavy');
  });

  it('asks a new vehicle whatever its interval', () => {
    const scheduler = make();
    scheduler.add('new', { weight: 1, interval: HOUR }, 0);
    expect(scheduler.nextAt(0)).toBe(0);
    expect(scheduler.take(0)).toBe('new');
    scheduler.giveBack('new', 0, 500);
    expect(scheduler.nextAt(0)).toBe(500);
    scheduler.looked('new', 0);
    expect(scheduler.take(500)).toBe('new');
    scheduler.looked('new', 500);
    expect(scheduler.take(600)).toBeNull();
    expect(scheduler.nextAt(600)).toBe(500 + HOUR);
  });

  it('changes the pace of a whole group at once, also in its plans', () => {
    const scheduler = make(10 * MINUTE);
    const fleet = repeat(60, 1).map((weight, index) => ({
      weight,
      interval: 0,
      group: index < 30 ? 'a' : 'b',
    }));
    fleet.forEach((claim, index) => scheduler.add(String(index), claim, 0));
    const count = (from: number): number => {
      let looks = 0;
      for (let slot = 0; slot < 800; slot++) {
        const now = from + slot / RATE;
        const id = scheduler.take(now) ?? '';
        if (Number(id) < 30) looks++;
        scheduler.looked(id, now);
      }
      return looks / 800;
    };
    expect(count(0)).toBeCloseTo(0.5, 1);
    scheduler.scale('a', 3);
    expect(count(2000 / RATE)).toBeCloseTo(0.75, 1);
    scheduler.scale('b', 0.001);
    // The cap of ten minutes holds what the factor would have forgotten: 30 of 480 looks.
    scheduler.plan(RATE);
    expect(count(4000 / RATE)).toBeGreaterThan(0.85);
    const factorOf = (group: string): number => (group === 'a' ? 3 : 0.001);
    expect(scheduler.holdsCap(RATE, () => termsOf(fleet, factorOf))).toBe(true);
    expect(count(6000 / RATE)).toBeLessThan(0.95);
  });

  it.each([
    { name: 'without a cap', cap: Infinity, isHeld: true },
    { name: 'with one that is held', cap: 6 * MINUTE, isHeld: true },
    { name: 'with one that can not be held', cap: MINUTE, isHeld: false },
    { name: 'with one planned at ten times the pace', cap: 6 * MINUTE, pace: 0.1, isHeld: true },
  ])('foretells how often some are looked at, $name', ({ cap, isHeld, pace = 1 }) => {
    const scheduler = make(cap);
    const fleet = repeat(200, 1).map((_, index) => ({
      weight: index < 40 ? 64 : 1,
      interval: index % 2 === 0 ? 0 : 90_000,
      isShown: index < 40,
    }));
    fleet.forEach((claim, index) => scheduler.add(String(index), claim, 0));
    const rate = RATE * pace;
    const run = (from: number, slots: number): number => {
      let looks = 0;
      for (let now = from; now < from + slots / rate; now += 1 / rate) {
        const id = scheduler.take(now);
        if (id === null) continue;
        if (Number(id) < 40) looks++;
        scheduler.looked(id, now);
      }
      return (40 * slots) / rate / looks;
    };
    scheduler.plan(RATE);
    expect(scheduler.holdsCap(RATE, () => termsOf(fleet))).toBe(isHeld);
    run(0, 20_000);
    const told = scheduler.shownPeriod(rate) ?? 0;
    const counted = run(20_000 / rate, 20_000);
    expect(told / counted).toBeGreaterThan(0.95);
    expect(told / counted).toBeLessThan(1.05);
  });

  it('foretells no more looks than make sense', () => {
    const scheduler = make(HOUR);
    const other = { weight: 9, interval: 20_000 };
    scheduler.add('a', { weight: 1, interval: 60_000, isShown: true }, 0);
    scheduler.add('b', other, 0);
    scheduler.plan(RATE);
    expect(scheduler.shownPeriod(RATE)).toBe(60_000);
    scheduler.claim('b', { ...other, isShown: true }, 0);
    // The one is looked at three times as often as the other.
    expect(scheduler.shownPeriod(RATE)).toBe(30_000);
    scheduler.remove('a');
    expect(scheduler.shownPeriod(RATE)).toBe(20_000);
    scheduler.remove('b');
    expect(scheduler.shownPeriod(RATE)).toBeNull();
  });

  it('plans and foretells, change by change, what going through the whole fleet would', () => {
    const claim = fc.record({
      weight: fc.constantFrom(1, 4, 64, 14_400),
      interval: fc.constantFrom(5_000, 60_000, 61_000),
      group: fc.constantFrom('a', 'b'),
      isShown: fc.boolean(),
    });
    const change = fc.record({
      id: fc.integer({ min: 0, max: 12 }).map(String),
      claim: fc.option(claim),
      isTaken: fc.boolean(),
    });
    const factors = { a: 0.25, b: 1 };
    fc.assert(
      fc.property(fc.array(change), fc.constantFrom(0.02, 0.5, 5), (changes, part) => {
        const scheduler = new FreshnessScheduler({ cap: 5 * MINUTE, firstAge: MINUTE });
        for (const [group, factor] of Object.entries(factors)) scheduler.scale(group, factor);
        const fleet = new Map<string, Required<Claim>>();
        changes.forEach(({ id, claim: wanted, isTaken }, now) => {
          if (wanted === null) {
            scheduler.remove(id);
            fleet.delete(id);
            return;
          }
          if (isTaken) scheduler.hold(id);
          if (fleet.has(id)) scheduler.claim(id, wanted, now);
          else scheduler.add(id, wanted, now);
          fleet.set(id, wanted);
        });
        const rate = RATE * part;
        scheduler.plan(rate);
        const factorOf = (group: string): number => (group === 'a' ? factors.a : factors.b);
        const all = [...fleet.values()];
        const terms = termsOf(all, factorOf);
        const cap = 5 * MINUTE * 0.92;
        const canHold = demandAt(Infinity, terms, cap) <= rate;
        const floor = canHold ? levelFor(rate, terms, cap) / cap : 0;
        const raised = (claims: Claim[]): Terms => {
          const { roots, ...rest } = termsOf(claims, factorOf);
          return { ...rest, roots: roots.map((root) => Math.max(root, floor)) };
        };
        const shown = all.filter(({ isShown }) => isShown);
        const told = scheduler.shownPeriod(rate);
        if (shown.length === 0) {
          expect(told).toBeNull();
          return;
        }
        const level = levelFor(rate, raised(all), Infinity);
        const meant = shown.length / demandAt(level, raised(shown), Infinity);
        expect((told ?? 0) / meant).toBeCloseTo(1, 6);
      }),
    );
  });

  it('brings a vehicle forward when its interval shrinks', () => {
    const scheduler = make();
    scheduler.add('one', { weight: 1, interval: HOUR }, 0);
    scheduler.take(0);
    scheduler.looked('one', 0);
    scheduler.claim('one', { weight: 100, interval: 5_000 }, 1_000);
    expect(scheduler.nextAt(1_000)).toBe(5_000);
    expect(scheduler.take(5_000)).toBe('one');
  });

  it('has nothing to wait for while every vehicle is out', () => {
    const scheduler = make();
    expect(scheduler.nextAt(0)).toBeNull();
    scheduler.add('one', { weight: 1, interval: 0 }, 0);
    scheduler.take(0);
    expect(scheduler.nextAt(0)).toBeNull();
    scheduler.claim('one', { weight: 4, interval: 0 }, 0);
    expect(scheduler.take(0)).toBeNull();
  });

  it('owes no looks after a long sleep: everybody is due once', () => {
    const scheduler = make();
    for (const id of ['a', 'b', 'c']) scheduler.add(id, { weight: 1, interval: 5_000 }, 0);
    const looks: string[] = [];
    const look = (now: number): void => {
      const id = scheduler.take(now);
      if (id === null) return;
      looks.push(id);
      scheduler.looked(id, now);
    };
    for (let count = 0; count < 5; count++) look(0);
    for (let count = 0; count < 5; count++) look(8 * HOUR);
    expect(looks).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});
