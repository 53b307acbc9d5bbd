import { z } from 'zod';

/**
 * How the app's time of day comes from the system's, epoch milliseconds: times `pace`, plus `shift`.
 * Only tests ask for another than the system's.
 */
export const testClockSchema = z.strictObject({
  shift: z.number(),
  /** 4 lets a minute of the app pass in 15 seconds. */
  pace: z.number().int().min(1).max(20),
});

export type TestClock = Readonly<z.infer<typeof testClockSchema>>;

/** The system's time of day, as it is. */
export const systemTime: TestClock = { shift: 0, pace: 1 };

/** The app's time of day at a time of the system, both epoch milliseconds. */
export function timeOfDay({ shift, pace }: TestClock, system: number): number {
  return system * pace + shift;
}
