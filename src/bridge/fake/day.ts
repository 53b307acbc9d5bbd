import type { DayAnswer, DaysAnswer, Segment, Stop, Track } from '@contract/trajectories';
import { doingAt, fakeZone, habitOf, type Doing } from './drive';
import { indexOf } from './fleet';

const fixEvery = 15_000;

type Sample = { at: number; doing: Doing };

/** Local midnight of `YYYY-MM-DD`, epoch milliseconds. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - fakeZone.offset;
}

/** The days from one to another, both included, as `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`);) {
    days.push(new Date(at).toISOString().slice(0, 10));
    at += 86_400_000;
  }
  return days;
}

/** Sundays are free, and the fleet has no future. */
function hasData(day: string, now: number): boolean {
  return startOf(day) < now && new Date(`${day}T12:00:00Z`).getUTCDay() !== 0;
}

/** Every eleventh vehicle drives under a bridge at noon: 12 minutes without a fix. */
function isInGap(index: number, at: number, dayFrom: number): boolean {
  const minute = (at - dayFrom) / 60_000;
  return index % 3 === 1 && minute > 725 && minute < 737;
}

function samplesOf(index: number, dayFrom: number, now: number): Sample[] {
  const habit = habitOf(index);
  const samples: Sample[] = [];
  const end = Math.min(dayFrom + 86_400_000, now);
  for (let at = dayFrom; at < end; at += fixEvery) {
    if (isInGap(index, at, dayFrom)) continue;
    const doing = doingAt(habit, at);
    const stands = doing.speed === 0;
    if (stands && samples.at(-1)?.doing.speed === 0 && (at - dayFrom) % 120_000 !== 0) continue;
    samples.push({ at, doing });
  }
  return samples;
}

/** Runs of standing and driving samples, in turn. */
function runsOf(samples: Sample[]): Sample[][] {
  const runs: Sample[][] = [];
  for (const sample of samples) {
    const run = runs.at(-1);
    const stands = sample.doing.speed === 0;
    if (run && (run[0]?.doing.speed === 0) === stands) run.push(sample);
    else runs.push([sample]);
  }
  return runs;
}

function trackOf(vehicleId: string, day: string, now: number): Track {
  const index = indexOf(vehicleId);
  const dayFrom = startOf(day);
  const samples = samplesOf(index, dayFrom, now);
  const stops: Stop[] = [];
  const segments: Segment[] = [];
  for (const run of runsOf(samples)) {
    const first = run[0];
    const last = run.at(-1);
    if (!first || !last) continue;
    const span = { from: first.at, to: last.at + fixEvery };
    if (first.doing.speed === 0) {
      const [longitude, latitude] = first.doing.place;
      stops.push({ ...span, latitude, longitude, address: null });
    } else {
      const speeds = run.map((sample) => sample.doing.speed);
      segments.push({
        ...span,
        distance: Math.round(speeds.reduce((sum, speed) => sum + speed / 240, 0) * 1000),
        topSpeed: Math.max(...speeds),
        startAddress: null,
        endAddress: null,
      });
    }
  }
  const gaps = samples.flatMap((sample, at) => {
    const next = samples[at + 1];
    if (!next || next.at - sample.at <= 300_000) return [];
    return [{ index: at, from: sample.at, to: next.at }];
  });
  const fast = samples.filter((_, at) => at % 997 === 500).filter(({ doing }) => doing.speed > 0);
  const alarms = fast.slice(0, 3).map(({ at, doing }) => ({
    at,
    place: { latitude: doing.place[1], longitude: doing.place[0] },
    tag: 'SPEED',
    message: 'Excesso de velocidade',
  }));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const moving = samples.map(({ doing }) => doing.speed).filter((speed) => speed > 0);
  return {
    vehicleId,
    day,
    timeZone: fakeZone.name,
    dayFrom,
    dayTo: dayFrom + 86_400_000,
    serviceDay: null,
    devices: [],
    columns: {
      at: Float64Array.from(samples, ({ at }) => at),
      latitude: Float64Array.from(samples, ({ doing }) => doing.place[1]),
      longitude: Float64Array.from(samples, ({ doing }) => doing.place[0]),
      speed: Float32Array.from(samples, ({ doing }) => doing.speed),
      heading: Float32Array.from(samples, ({ doing }) => doing.heading),
      ignition: Uint8Array.from(samples, ({ doing }) => (doing.motion === 'parked' ? 0 : 1)),
      flags: new Uint8Array(samples.length),
    },
    gaps,
    stops,
    alarms,
    segments,
    summary: {
      day,
      duration: sum(segments.map(({ from, to }) => (to - from) / 1000)),
      distance: sum(segments.map(({ distance }) => distance ?? 0)),
      topSpeed: Math.max(0, ...moving),
      averageSpeed: moving.length > 0 ? Math.round(sum(moving) / moving.length) : 0,
      stops: stops.length,
      stopDuration: sum(stops.map(({ from, to }) => (to - from) / 1000)),
      alarms: alarms.length,
    },
    implausible: [],
    movingSpeed: 3,
    unread: [],
    unreadCount: 0,
    drives: { told: 0, read: 0 },
    raw: null,
  };
}

/** One day of one vehicle. */
export function fakeDay(vehicleId: string, day: string, now: number): DayAnswer {
  if (!hasData(day, now)) return { kind: 'no-data', summary: null, readAt: now, isKept: false };
  return { kind: 'track', track: trackOf(vehicleId, day, now), readAt: now, isKept: false };
}

/** The days with data in a span. */
export function fakeDays(vehicleId: string, from: string, to: string, now: number): DaysAnswer {
  const days = daysBetween(from, to)
    .filter((day) => hasData(day, now))
    .map((day) => trackOf(vehicleId, day, now).summary);
  return { days, readAt: now, isKept: false };
}
