import { fromAbsolute } from '@internationalized/date';
import type { Span } from './playback-clock';

const minute = 60_000;
const steps = [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * minute);

/**
 * Round times of a zone for an axis, at least `room` pixels apart. A zone may be off by half an
 * hour: round is what its clocks show.
 */
export function timeTicks(span: Span, pixels: number, timeZone: string, room = 72): number[] {
  const length = span.to - span.from;
  if (length <= 0 || pixels < room) return [];
  const wanted = (length / pixels) * room;
  const step = steps.find((each) => each >= wanted) ?? 1440 * minute;
  const ticks: number[] = [];
  for (let at = roundFrom(span.from, step, timeZone); at <= span.to;) {
    // Where clocks change, two round times may come close to each other.
    if (at - (ticks.at(-1) ?? -Infinity) >= wanted) ticks.push(at);
    at = roundFrom(at + 1, step, timeZone);
  }
  return ticks;
}

/** The first moment, from one on, at which clocks show a multiple of a step. */
function roundFrom(moment: number, step: number, timeZone: string): number {
  const offsetAt = (at: number) => fromAbsolute(at, timeZone).offset;
  const roundBy = (offset: number) => Math.ceil((moment + offset) / step) * step - offset;
  // Clocks may change on the way there: it is round by those that are right by then.
  const offset = offsetAt(roundBy(offsetAt(moment)));
  let at = roundBy(offset);
  while (offsetAt(at) !== offset) at += step;
  return at;
}

/** Where a moment is on an axis, 0 to 1. */
export function fractionOf({ from, to }: Span, time: number): number {
  return to <= from ? 0 : Math.min(Math.max((time - from) / (to - from), 0), 1);
}

/** The moment at a place of an axis; `fraction` from 0 to 1. */
export function momentAt({ from, to }: Span, fraction: number): number {
  return from + (to - from) * Math.min(Math.max(fraction, 0), 1);
}
