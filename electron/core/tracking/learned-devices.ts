import { z } from 'zod';
import { readStored } from '../stored-json';

/** The note in which it is kept what was learned of devices. */
export const LEARNED_NOTE = 'live.learned';

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

/** What was learned of the devices of vehicles, by the vehicles' ids. */
export type LearnedDevices = Readonly<Record<string, LearnedDevice>>;

/** Reads the note; what can't be read is learned again. */
export function readLearned(note: string | null): LearnedDevices {
  if (note === null) return {};
  return readStored(z.record(z.string(), learnedDeviceSchema), note) ?? {};
}
