import { describe, expect, it } from 'vitest';
import { PaceMeter } from '@core/tracking/pace-meter';

/** One look each `every` milliseconds; every other one at a vehicle on screen. */
function run(meter: PaceMeter, from: number, to: number, every: number): void {
  for (let now = from, look = 0; now <= to; now += every, look++) meter.count(now, look % 2 === 0);
}

describe('the pace of the live lane', () => {
  it('is unknown before there were enough looks over enough time', () => {
    const meter = new PaceMeter();
    expect(meter.rate(0)).toBeNull();
    run(meter, 0, 10_000, 1_000);
    expect(meter.rate(10_000)).toBeNull();
    expect(meter.onScreenSeconds(10_000)).toBeNull();
  });

  it('is the time in which all vehicles on screen come round', () => {
    const meter = new PaceMeter();
    meter.show(0, 100);
    run(meter, 0, 300_000, 1_250);
    expect((meter.rate(300_000) ?? 0) * 60_000).toBeCloseTo(48, 0);
    // 24 looks a minute at what is on screen: 100 vehicles take 250 seconds.
    expect(Math.abs((meter.onScreenSeconds(300_000) ?? 0) - 250)).toBeLessThanOrEqual(5);
    meter.show(300_000, 0);
    expect(meter.onScreenSeconds(300_000)).toBeNull();
  });

  it('is told for what was on screen, when a view of a few opens to a whole fleet', () => {
    const meter = new PaceMeter();
    meter.show(0, 4);
    run(meter, 0, 300_000, 1_250);
    expect(meter.onScreenSeconds(300_000)).toBe(10);
    meter.show(300_000, 100);
    // Nothing was seen of the new view yet: the old figure stands rather than a wild guess.
    expect(meter.onScreenSeconds(300_000)).toBe(10);
    run(meter, 301_250, 600_000, 1_250);
    expect(Math.abs((meter.onScreenSeconds(600_000) ?? 0) - 250)).toBeLessThanOrEqual(5);
  });

  it('follows a change within three minutes', () => {
    const meter = new PaceMeter();
    run(meter, 0, 300_000, 1_250);
    run(meter, 301_000, 500_000, 5_000);
    expect((meter.rate(500_000) ?? 0) * 60_000).toBeCloseTo(12, 0);
  });

  it('forgets what lies before a long silence, and everything on reset', () => {
    const meter = new PaceMeter();
    run(meter, 0, 100_000, 1_000);
    expect(meter.rate(3_600_000)).toBeNull();
    run(meter, 3_600_000, 3_700_000, 1_000);
    meter.reset();
    expect(meter.rate(3_700_000)).toBeNull();
  });
});
