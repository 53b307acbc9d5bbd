import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackFlags } from '@contract/trajectories';
import {
  createTrackReader,
  findIndexAt,
  interpolateHeading,
  interpolateLongitude,
  type TrackReader,
} from '@/features/playback/playback-maths';
import { columnsOf, gapsOf, type TestFix } from './tracks';

const gapLimit = 300_000;

function readerOf(fixes: readonly TestFix[]): TrackReader {
  const columns = columnsOf(fixes);
  const reader = createTrackReader({ columns, gaps: gapsOf(columns, gapLimit) });
  if (reader === null) throw new Error('a track without a fix');
  return reader;
}

/** Tracks whose fixes lie 1 s to 15 min apart, so that about half of the steps are gaps. */
const fixesArbitrary = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1000, max: 900_000 }),
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      speed: fc.oneof(fc.constant(NaN), fc.double({ min: 0, max: 200, noNaN: true })),
      heading: fc.oneof(fc.constant(NaN), fc.double({ min: 0, max: 359.9, noNaN: true })),
      ignition: fc.integer({ min: 0, max: 2 }),
      flags: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    let at = 1_000_000;
    return steps.map(({ step, ...fix }): TestFix => ({ ...fix, at: (at += step) }));
  });

const timeArbitrary = fc.integer({ min: 0, max: 60_000_000 });

describe('finding the fix of a moment', () => {
  const at = Float64Array.of(10, 20, 30, 40);

  it('answers the last one at or before it, whatever the hint', () => {
    const expected = new Map([
      [9, -1],
      [10, 0],
      [19.9, 0],
      [20, 1],
      [39, 2],
      [40, 3],
      [1e9, 3],
    ]);
    for (const [time, index] of expected) {
      for (const hint of [-5, -1, 0, 1, 2, 3, 99]) {
        expect(findIndexAt(at, time, hint)).toBe(index);
      }
    }
  });

  it('answers -1 for no fixes', () => {
    expect(findIndexAt(new Float64Array(), 5)).toBe(-1);
  });
});

describe('headings', () => {
  it.each([
    [359, 1, 0.5, 0],
    [1, 359, 0.5, 0],
    [350, 20, 0.5, 5],
    [20, 350, 0.25, 12.5],
    [90, 180, 0.5, 135],
    [0, 0, 0.7, 0],
  ])('turn from %d to %d the short way: at %d it is %d', (from, to, fraction, heading) => {
    expect(interpolateHeading(from, to, fraction)).toBeCloseTo(heading, 9);
  });

  it('never turn more than half way round and stay within 0 to 360', () => {
    const degrees = fc.double({ min: 0, max: 359.999, noNaN: true });
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, fraction, (from, to, part) => {
        const heading = interpolateHeading(from, to, part);
        expect(heading).toBeGreaterThanOrEqual(0);
        expect(heading).toBeLessThan(360);
        const turned = Math.abs(((heading - from + 540) % 360) - 180);
        expect(turned).toBeLessThanOrEqual(180 * part + 1e-6);
      }),
    );
  });
});

describe('longitudes', () => {
  it('cross the date line the short way', () => {
    expect(interpolateLongitude(179, -179, 0.25)).toBeCloseTo(179.5, 9);
    expect(interpolateLongitude(179, -179, 0.75)).toBeCloseTo(-179.5, 9);
    expect(interpolateLongitude(-179, 179, 0.75)).toBeCloseTo(179.5, 9);
    expect(interpolateLongitude(10, 20, 0.5)).toBe(15);
  });
});

describe('the state at a moment', () => {
  const drive = readerOf([
    { at: 0, latitude: -23, longitude: -46, speed: 20, heading: 350, ignition: 1 },
    { at: 10_000, latitude: -22, longitude: -45, speed: 60, heading: 10, ignition: 1 },
    { at: 1_010_000, latitude: -20, longitude: -40, speed: 10, heading: 90, ignition: 0 },
    { at: 1_020_000, latitude: -20, longitude: -40, speed: NaN, heading: NaN, ignition: 2 },
  ]);

  it('lies on the way by time, not by points', () => {
    const state = drive(2500);
    expect(state).toMatchObject({ knowledge: 'known', index: 0, speed: 30, ignition: true });
    expect(state.latitude).toBeCloseTo(-22.75, 9);
    expect(state.longitude).toBeCloseTo(-45.75, 9);
    expect(state.heading).toBeCloseTo(355, 9);
  });

  it('is the fix itself at its moment', () => {
    expect(drive(10_000)).toEqual({
      time: 10_000,
      knowledge: 'known',
      index: 1,
      latitude: -22,
      longitude: -45,
      heading: 10,
      speed: 60,
      ignition: true,
      speedComputed: false,
      headingComputed: false,
      gap: null,
      sinceFix: null,
    });
  });

  it('is held at the last fix in a gap, with nothing claimed of what happens there', () => {
    expect(drive(700_000)).toMatchObject({
      knowledge: 'gap',
      latitude: -22,
      longitude: -45,
      heading: 10,
      speed: null,
      ignition: null,
      gap: { index: 1, from: 10_000, to: 1_010_000 },
      sinceFix: 690_000,
    });
    expect(drive(1_010_000)).toMatchObject({ knowledge: 'known', latitude: -20, speed: 10 });
  });

  it('is held at the ends, outside of the fixes', () => {
    expect(drive(-1)).toMatchObject({ knowledge: 'before', latitude: -23, sinceFix: null });
    expect(drive(1_025_000)).toMatchObject({ knowledge: 'after', latitude: -20, sinceFix: 5000 });
  });

  it('keeps what the older fix says where the newer one is silent', () => {
    expect(drive(1_015_000)).toMatchObject({ speed: 10, heading: 90, ignition: false });
    expect(drive(1_020_000)).toMatchObject({ speed: null, heading: null, ignition: null });
  });

  it('says what was computed', () => {
    const read = readerOf([
      { at: 0, speed: 10, heading: 0, flags: 0 },
      { at: 10, speed: 20, heading: 10, flags: trackFlags.speedComputed },
      { at: 20, speed: 30, heading: 10, flags: trackFlags.headingComputed },
    ]);
    expect(read(0)).toMatchObject({ speedComputed: false, headingComputed: false });
    expect(read(5)).toMatchObject({ speedComputed: true, headingComputed: false });
    expect(read(15)).toMatchObject({ speedComputed: true, headingComputed: true });
    expect(read(20)).toMatchObject({ speedComputed: false, headingComputed: true });
  });

  it('needs a fix', () => {
    expect(createTrackReader({ columns: columnsOf([]), gaps: [] })).toBeNull();
  });

  it('is the same after a scrub as after playing there', () => {
    fc.assert(
      fc.property(fixesArbitrary, fc.array(timeArbitrary, { minLength: 1 }), (fixes, times) => {
        const wandering = readerOf(fixes);
        const playing = readerOf(fixes);
        const wandered = new Map(times.map((time) => [time, wandering(time)]));
        for (const time of [...times].sort((one, other) => one - other)) {
          const played = playing(time);
          expect(played).toEqual(readerOf(fixes)(time));
          expect(wandered.get(time)).toEqual(played);
        }
      }),
    );
  });

  it('stays within the bounds of the two fixes around it', () => {
    fc.assert(
      fc.property(fixesArbitrary, timeArbitrary, (fixes, time) => {
        const state = readerOf(fixes)(time);
        const from = fixes[state.index];
        const to = fixes[Math.min(state.index + 1, fixes.length - 1)];
        if (from === undefined || to === undefined) throw new Error('no fix at that index');
        const isWithin = (value: number, one = 0, other = 0) =>
          value >= Math.min(one, other) - 1e-9 && value <= Math.max(one, other) + 1e-9;
        expect(isWithin(state.latitude, from.latitude, to.latitude)).toBe(true);
        const crosses = Math.abs((to.longitude ?? 0) - (from.longitude ?? 0)) > 180;
        if (!crosses) expect(isWithin(state.longitude, from.longitude, to.longitude)).toBe(true);
        expect(Math.abs(state.longitude)).toBeLessThanOrEqual(180);
        if (state.knowledge !== 'known') {
          expect([state.latitude, state.speed]).toEqual([from.latitude, null]);
        }
      }),
    );
  });
});
