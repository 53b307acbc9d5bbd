import type { Motion } from '@contract/fixes';
import { placeOn, roundOf, type Place, type Round } from './roads';

/** The invented town lies in one zone without summer time, so that its days are plain arithmetic. */
export const officeZone = { name: 'America/Sao_Paulo', offset: -3 * 3_600_000 } as const;
const dayLength = 86_400_000;

/** What a vehicle does at a moment; a pure function, so that live fixes and past days agree. */
export type Doing = {
  motion: Exclude<Motion, 'unknown'>;
  place: Place;
  heading: number;
  /** km/h */
  speed: number;
};

/** The habits of one vehicle. */
export type Habit = {
  index: number;
  round: Round;
  /** Seconds of driving and of standing, in turn. */
  drive: number;
  stand: number;
  /** First and last hour of work, local time. */
  hours: [number, number];
  /** km/h */
  pace: number;
};

/** The habits of vehicle number `index`. */
export function habitOf(index: number): Habit {
  return {
    index,
    round: roundOf(index),
    drive: 540 + (index % 5) * 210,
    stand: 240 + (index % 4) * 150,
    hours: index % 2 === 0 ? [0, 24] : [6, 20],
    pace: 34 + (index % 6) * 7,
  };
}

/** Local midnight before a moment, epoch milliseconds. */
export function midnight(at: number): number {
  return Math.floor((at + officeZone.offset) / dayLength) * dayLength - officeZone.offset;
}

/** Seconds into a day's work, and whether it is under way. */
function work(habit: Habit, at: number): { seconds: number; isOn: boolean } {
  const seconds = (at - midnight(at)) / 1000;
  const start = habit.hours[0] * 3600;
  const end = habit.hours[1] * 3600;
  return {
    seconds: Math.min(Math.max(seconds - start, 0), end - start),
    isOn: seconds >= start && seconds < end,
  };
}

function drivenSeconds(habit: Habit, seconds: number): number {
  const cycle = habit.drive + habit.stand;
  return Math.floor(seconds / cycle) * habit.drive + Math.min(seconds % cycle, habit.drive);
}

/** What a vehicle does at a moment. */
export function doingAt(habit: Habit, at: number): Doing {
  const { seconds, isOn } = work(habit, at);
  const perDay = drivenSeconds(habit, (habit.hours[1] - habit.hours[0]) * 3600);
  const days = Math.floor((midnight(at) - officeZone.offset) / dayLength) % 1000;
  const metres = ((days * perDay + drivenSeconds(habit, seconds)) * habit.pace) / 3.6;
  const { place, heading } = placeOn(habit.round, metres);
  const cycle = habit.drive + habit.stand;
  const isDriving = isOn && seconds % cycle < habit.drive;
  const idles = isOn && (Math.floor(seconds / cycle) + habit.index) % 3 === 0;
  // Streets are not motorways: the shown speed swings around the pace that places are made of.
  const swing = 1 + 0.25 * Math.sin(seconds / 47 + habit.index) + 0.1 * Math.sin(seconds / 11);
  return {
    motion: isDriving ? 'moving' : idles ? 'idling' : 'parked',
    place,
    heading: Math.round(heading) % 360,
    speed: isDriving ? Math.round(habit.pace * swing) : 0,
  };
}
