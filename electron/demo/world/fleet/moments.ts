import { fraction } from '../random';
import type { Timestamp } from './records';

/** A moment of a fleet's history, somewhere between two dates, the same for the same seeds. */
export function momentBetween(from: string, to: string, ...seeds: readonly number[]): Timestamp {
  const start = Date.parse(from);
  const span = Date.parse(to) - start;
  return new Date(start + Math.floor(fraction(...seeds) * span)).toISOString();
}

/** A moment some days after another one. */
export function daysAfter(moment: Timestamp, days: number): Timestamp {
  return new Date(Date.parse(moment) + Math.round(days * 86_400_000)).toISOString();
}
