import { describe, expect, it } from 'vitest';
import {
  buildTimeline,
  findCurrent,
  openingMoment,
  placeAtEnd,
  spanOf,
} from '@/features/playback/timeline';
import { alarmAt, dayFrom, dayTo, driveOf, stopOf, trackOf } from './tracks';

const minute = 60_000;
const at = (minutes: number) => dayFrom + minutes * minute;

const track = trackOf([{ at: at(60) }, { at: at(61) }, { at: at(90) }, { at: at(91) }], {
  stops: [stopOf(at(0), at(60)), stopOf(at(120), at(200))],
  segments: [driveOf(at(60), at(120))],
  alarms: [alarmAt(at(60)), alarmAt(at(70))],
});

describe('the timeline', () => {
  const entries = buildTimeline(track);

  it('holds what happened in the order of time, the wider first', () => {
    expect(entries.map(({ kind, from }) => `${kind} ${(from - dayFrom) / minute}`)).toEqual([
      'stop 0',
      'drive 60',
      'alarm 60',
      'gap 61',
      'alarm 70',
      'stop 120',
    ]);
  });

  it('names the change of the device, and neither the first one nor one that stays', () => {
    const part = (deviceId: string, from: number, to: number) => ({ deviceId, from, to });
    const devices = [
      part('dev1', dayFrom, at(70)),
      part('dev1', at(70), at(80)),
      part('dev2', at(80), dayTo),
    ];
    const swapped = buildTimeline({ ...track, devices }).filter(({ kind }) => kind === 'device');
    expect(swapped).toMatchObject([{ deviceId: 'dev2', from: at(80), to: at(80) }]);
    expect(findCurrent(swapped, at(80))).toBeUndefined();
  });

  it.each([
    [0, 'stop-0'],
    [60, 'drive-0'],
    [70, 'gap-1'],
    [90, 'drive-0'],
    [120, 'stop-1'],
  ])('names the innermost row at minute %d: %s', (minutes, key) => {
    expect(findCurrent(entries, at(minutes))?.key).toBe(key);
  });

  it('names none outside of all', () => {
    expect(findCurrent(entries, at(200))).toBeUndefined();
    expect(findCurrent([], at(1))).toBeUndefined();
  });
});

describe('a gap within a stop', () => {
  const parked = trackOf([{ at: at(10) }, { at: at(40) }, { at: at(41) }], {
    stops: [stopOf(at(5), at(45))],
  });

  it('is told by the stop, since it hides no way', () => {
    expect(buildTimeline(parked)).toEqual([
      expect.objectContaining({ key: 'stop-0', silence: 30 * minute }),
    ]);
  });
});

describe('the span of a day', () => {
  it('reaches from the first to the last thing known', () => {
    expect(spanOf(track)).toEqual({ from: at(0), to: at(200) });
  });

  it('never leaves the day', () => {
    const long = trackOf([{ at: dayFrom - 1 }, { at: dayTo + 1 }]);
    expect(spanOf(long)).toEqual({ from: dayFrom, to: dayTo });
  });

  it('is the whole day where nothing is known', () => {
    expect(spanOf(trackOf([]))).toEqual({ from: dayFrom, to: dayTo });
  });

  it('opens at the first drive', () => {
    expect(openingMoment(track, spanOf(track))).toBe(at(60));
    expect(openingMoment(trackOf([{ at: at(5) }]), { from: at(5), to: at(6) })).toBe(at(5));
  });
});

describe('where a span ends', () => {
  const { columns } = trackOf([
    { at: at(60), latitude: 1 },
    { at: at(70), latitude: 2 },
    { at: at(70), latitude: 3 },
    { at: at(90), latitude: 4 },
  ]);

  it('is its last fix', () => {
    const latitudeAt = (to: number) => placeAtEnd({ from: at(60), to: at(to) }, columns)?.latitude;
    expect([60, 69, 70, 89, 90, 99].map(latitudeAt)).toEqual([1, 1, 3, 3, 4, 4]);
  });

  it('is unknown for one without a fix', () => {
    expect(placeAtEnd({ from: at(71), to: at(89) }, columns)).toBeNull();
    expect(placeAtEnd({ from: at(10), to: at(20) }, columns)).toBeNull();
  });
});
