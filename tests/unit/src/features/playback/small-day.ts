import type { DayAnswer, DaysAnswer, DaySummary, Track } from '@contract/trajectories';
import { alarmAt, dayFrom, driveOf, stopOf, trackOf, type TestFix } from './tracks';

/* Small days that are answered at once, in place of the service's long ones. */

const minute = 60_000;
const at = (minutes: number) => dayFrom + minutes * minute;
/** 26 November 2026 in São Paulo. */
const shift = Date.UTC(2026, 10, 26, 3) - dayFrom;

/** Stands until 06:00, drives, loses its signal, stands, drives on; two alarms on the way. */
function smallTrack(day: string): Track {
  const fixes: TestFix[] = [];
  const add = (minutes: number, speed: number) => {
    const latitude = -23.5 + minutes / 10_000;
    fixes.push({
      at: at(minutes) + shift,
      latitude,
      speed,
      heading: 20,
      ignition: speed > 0 ? 1 : 0,
    });
  };
  for (let minutes = 350; minutes < 360; minutes += 1) add(minutes, 0);
  for (let minutes = 360; minutes < 380; minutes += 1) add(minutes, 60);
  for (let minutes = 392; minutes < 400; minutes += 1) add(minutes, 50);
  for (let minutes = 400; minutes < 430; minutes += 1) add(minutes, 0);
  for (let minutes = 430; minutes <= 450; minutes += 1) add(minutes, 40);
  const moved = (from: number, to: number) => ({ from: at(from) + shift, to: at(to) + shift });
  const track = trackOf(fixes, {
    day,
    dayFrom: dayFrom + shift,
    dayTo: dayFrom + shift + 1440 * minute,
    stops: [moved(350, 360), moved(400, 430)].map(({ from, to }) => ({
      ...stopOf(from, to),
      address: 'Rua das Palmeiras, 120',
    })),
    segments: [moved(360, 400), moved(430, 450)].map(({ from, to }) => driveOf(from, to)),
    alarms: [alarmAt(at(370) + shift), alarmAt(at(440) + shift)],
  });
  return { ...track, summary: summaryOf(day) };
}

function summaryOf(day: string): DaySummary {
  return {
    day,
    duration: 3600,
    distance: 42_300,
    topSpeed: 60,
    averageSpeed: 42,
    stops: 2,
    stopDuration: 2400,
    alarms: 2,
  };
}

/** Every day holds data but the 22nd. */
const empty = '2026-11-22';

/** The answer to a day. */
export function smallDay({ day }: { day: string }): DayAnswer {
  return day === empty
    ? { kind: 'no-data', summary: null, readAt: Date.now(), isKept: false }
    : { kind: 'track', track: smallTrack(day), readAt: Date.now(), isKept: false };
}

/** The answer to a span of days within a month. */
export function smallDays({ from, to }: { from: string; to: string }): DaysAnswer {
  const month = from.slice(0, 8);
  const days = ['05', '21', '23', '25', '26', '27']
    .map((day) => summaryOf(month + day))
    .filter(({ day }) => day >= from && day <= to);
  return { days, readAt: Date.now(), isKept: false };
}
