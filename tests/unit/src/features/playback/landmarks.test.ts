import { describe, expect, it } from 'vitest';
import {
  findNext,
  findPrevious,
  listLandmarks,
  stopsAndAlarms,
} from '@/features/playback/landmarks';
import { alarmAt, driveOf, stopOf } from './tracks';

const landmarks = listLandmarks({
  stops: [stopOf(0, 1000), stopOf(3000, 4000)],
  segments: [driveOf(1000, 3000), driveOf(4000, 9000)],
  alarms: [alarmAt(2000), alarmAt(8000)],
});

describe('landmarks', () => {
  it('come in the order of time', () => {
    expect(landmarks.map(({ at, kind }) => `${kind} ${at}`)).toEqual([
      'stop 0',
      'segment 1000',
      'alarm 2000',
      'stop 3000',
      'segment 4000',
      'alarm 8000',
    ]);
  });

  it('are stepped through by kind, in both directions', () => {
    expect(findNext(landmarks, stopsAndAlarms, 0)).toMatchObject({ kind: 'alarm', at: 2000 });
    expect(findNext(landmarks, ['segment'], 1000)).toMatchObject({ at: 4000, index: 1 });
    expect(findNext(landmarks, stopsAndAlarms, 8000)).toBeNull();
    expect(findPrevious(landmarks, stopsAndAlarms, 3000)).toMatchObject({ at: 2000 });
    expect(findPrevious(landmarks, ['stop'], 3000)).toMatchObject({ at: 0 });
    expect(findPrevious(landmarks, stopsAndAlarms, 0)).toBeNull();
  });

  it('can be left backwards while playing', () => {
    expect(findPrevious(landmarks, ['stop'], 3050)).toMatchObject({ at: 3000 });
    expect(findPrevious(landmarks, ['stop'], 3050, 100)).toMatchObject({ at: 0 });
  });
});
