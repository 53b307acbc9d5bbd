import { describe, expect, it } from 'vitest';
import { PaceMeter } from '@core/tracking/pace-meter';

/** One look each `every` milliseconds; every other one brings a position. */
function run(meter: PaceMeter, from: number, to: number, every: number): void {
  for (let now = from, look = 0; now <= to; now += every, look++) meter.count(now, look % 2 === 0);
}

describe('the pace of the live lane', () => {
  it('is unknown before there were enough looks over enough time', () => {
    const meter = new PaceMeter();
    expect(meter.rate(0)).toBeNull();
    run(meter, 0, 10_000, 1_000);
    expect(meter.rate(10_000)).toBeNull();
    expect(meter.fixRate(10_000)).toBeNull();
  });

  it('is that of all looks, and of those that bring a position', () => {
    const meter = new PaceMeter();
    run(meter, 0, 300_000, 1_250);
    expect((meter.rate(300_000) ?? 0) * 60_000).toBeCloseTo(48, 0);
    expect((meter.fixRate(300_000) ?? 0) * 60_000).toBeCloseTo(24, 0);
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
