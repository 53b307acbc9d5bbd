import { describe, expect, it } from 'vitest';
import { toMoment } from '@core/service/decoders/object-reader';
import { decodeTracking } from '@core/service/decoders/tracking';
import { decodeTrajectory } from '@core/service/decoders/trajectories';
import { decodeTrajectoryData } from '@core/service/decoders/trajectory-data';
import { defaultProfile } from '@core/service/profile';

const names = defaultProfile.tracking;
const noon = Date.UTC(2026, 2, 10, 12);
const day = '2026-03-10';

describe('figures that can not be true of a vehicle', () => {
  it.each([1e308, -1e308, 1e21, '9'.repeat(300), Infinity, NaN])('are no moment: %s', (value) => {
    expect(toMoment(value)).toBeNull();
  });

  it.each([1e308, 9_007_199_254_740_992, -5, 1_001])('are no speed of a fix: %s', (spd) => {
    const attributes = { act: noon / 1000, spd, geometry: { coordinates: [-46.6, -23.5] } };
    const { fix, unread } = decodeTracking({ data: { attributes } }, names, noon);
    expect(fix).toMatchObject({ at: noon, speed: null, latitude: -23.5 });
    expect(unread).toEqual([{ path: 'attributes.spd', problem: 'out-of-range' }]);
  });

  it('are no figures of a day, and the ones beside them stay', () => {
    const told = {
      dis: -1e308,
      dur: 1e21,
      spMax: 1e308,
      spAvg: -5,
      stCnt: 2,
      stDur: -1,
      alCnt: 1e9,
    };
    const segment = { sta: { act: noon }, end: { act: noon + 1 }, dis: 1e300, spMax: -1 };
    const body = { data: { acc: 20260310, ...told, segs: [segment] } };
    const { summary, segments, report } = decodeTrajectory(body, day);
    expect(summary).toEqual({
      day,
      duration: null,
      distance: null,
      topSpeed: null,
      averageSpeed: null,
      stops: 2,
      stopDuration: null,
      alarms: null,
    });
    expect(segments[0]).toMatchObject({ distance: null, topSpeed: null });
    expect(report.unread).toHaveLength(6);
  });

  it('are no speed of a point and no length of a stop', () => {
    const point = { act: noon / 1000, lat: -23.5, lng: -46.6, spd: 1e300 };
    const features = [
      { properties: { type: 'DETAILED', point } },
      { properties: { type: 'STOP', point, val: 1e300 } },
    ];
    const { positions, stops } = decodeTrajectoryData({ features }, names);
    expect(positions.speed[0]).toBeNaN();
    expect(stops[0]).toMatchObject({ from: noon, to: null });
  });

  it.each([
    [1e308, -46.6],
    [91, -46.6],
    [-23.5, -181],
    [0, 0],
  ])('are no end of a drive: %s, %s', (lat, lng) => {
    const segs = [{ sta: { act: noon, lat, lng }, end: { act: noon + 1, lat: -23.5, lng: -46.6 } }];
    const [segment] = decodeTrajectory({ data: { acc: 20260310, segs } }, day).segments;
    expect(segment?.start).toBeNull();
    expect(segment?.end).toEqual({ latitude: -23.5, longitude: -46.6 });
  });
});
