import { describe, expect, it } from 'vitest';
import { useTrackMarks } from '@/features/playback/use-track-marks';
import type { TrackMark } from '@/map/layers/track-marks-layer';
import { render } from '../../render';
import { alarmAt, dayFrom, stopOf, trackOf } from './tracks';

describe('what stands beside the line of a track', () => {
  it('is every stop, and every alarm that has a place', async () => {
    const track = trackOf([{ at: dayFrom }], {
      stops: [stopOf(dayFrom, dayFrom + 600_000)],
      alarms: [alarmAt(dayFrom + 1000), { ...alarmAt(dayFrom + 2000), place: null }],
    });
    let marks: readonly TrackMark[] = [];
    await render({
      setup() {
        marks = useTrackMarks(
          () => track,
          () => '2026-11-27',
        ).value;
        return () => null;
      },
    });
    expect(marks.map(({ kind, at }) => [kind, at - dayFrom])).toEqual([
      ['start', 0],
      ['end', 0],
      ['alarm', 1000],
      ['stop', 0],
    ]);
    expect(marks[2]).toMatchObject({ latitude: -23.5, longitude: -46.6 });
  });
});
