import { z } from 'zod';
import { readStored } from '../stored-json';

const milliseconds = z.number().nonnegative();
const intervals = z.array(milliseconds).max(20);

const learnedDeviceSchema = z.object({
  /** The device; null where it was not known. */
  deviceId: z.string().nullable(),
  /** Milliseconds by which its clock is ahead; negative: behind; 0: right. */
  offset: z.number(),
  /** How often it reports, for the schedule; milliseconds. */
  interval: z.object({ moving: milliseconds, still: milliseconds }),
  /** Intervals that were seen, for the limits of *late* and *silent*; milliseconds. */
  seen: z.object({ moving: intervals, still: intervals }),
  /** Since when the vehicle did what the fix of time `fixAt` tells, epoch milliseconds. */
  since: z.object({ fixAt: z.number(), at: z.number(), isAtLeast: z.boolean() }).optional(),
});

/** What was learned of the device of a vehicle. */
export type LearnedDevice = z.output<typeof learnedDeviceSchema>;

/** What was learned of devices and is not kept yet. */
export interface LearnedNews {
  /**
   * By the vehicles' ids, of what was learned and not taken yet, of so many at most; null: nothing is
   * known now.
   */
  take(most: number): ReadonlyMap<string, LearnedDevice | null>;
  /** What was taken of these vehicles could not be kept. */
  putBack(vehicleIds: Iterable<string>): void;
}

/** Reads what is kept of a device; what can't be read is learned again. */
export function readLearned(body: string): LearnedDevice | null {
  return readStored(learnedDeviceSchema, body);
}
