import { z } from 'zod';
import { momentSchema } from './records';

/** The streams of versions that a person can follow. A beta comes before the same stable version. */
export const updateChannels = ['stable', 'beta'] as const;

/** A stream of versions. */
export type UpdateChannel = (typeof updateChannels)[number];

/** Why this copy of Fleetdesk looks for no updates. */
export const updateOffReasons = [
  /** No address, or no key to check it with, was built in, as in a build from source. */
  'no-address',
  /** The administrator of this computer switched them off. */
  'managed',
  /** It was not installed by an installer that could replace it. */
  'by-hand',
] as const;

/** Why this copy of Fleetdesk looks for no updates. */
export type UpdateOffReason = (typeof updateOffReasons)[number];

/** Where an update is just now. */
export const updatePhases = [
  'off',
  /** No newer version is known. */
  'none',
  'checking',
  /** A newer version is there and was not downloaded yet. */
  'available',
  'downloading',
  /** It is on the disk and was checked; it is installed as the app restarts. */
  'ready',
  /** A person wants the restart, and something has to end before it. */
  'waiting',
  /** The app ends in order to be replaced. */
  'restarting',
] as const;

/** Where an update is just now. */
export type UpdatePhase = (typeof updatePhases)[number];

/** What went wrong with the last step. The version in use works on as it is. */
export const updateFaults = [
  /** The server can't be reached. */
  'offline',
  /** The proxy wants a name and password. */
  'proxy',
  /** The script that chooses the proxy can't be loaded or run. */
  'proxy-script',
  /** No secure connection: its certificate is not trusted here, for one. */
  'certificate',
  /** The server answered with something else than what was asked for. */
  'server',
  /** What the server tells is not signed by the makers of Fleetdesk. Nothing of it was used. */
  'unsigned',
  /** It is signed, and can't be read by this version. */
  'unreadable',
  /** The downloaded file is not the one that was signed; it was deleted. */
  'tampered',
  /** It was changed after it had been downloaded and checked, and so was not installed. */
  'changed',
  'disk-full',
  /** The file can't be written. */
  'read-only',
  /** The file of the app can't be replaced where it is. */
  'app-folder',
  /** Fleetdesk restarted, and is the version that it was before. */
  'not-installed',
] as const;

/** What went wrong with the last step. */
export type UpdateFault = (typeof updateFaults)[number];

/** What a person or the clock had begun when something went wrong. */
export const updateSteps = ['check', 'download', 'install'] as const;

/** What a person or the clock had begun when something went wrong. */
export type UpdateStep = (typeof updateSteps)[number];

/** What a restart waits for. */
export const updateWaits = [
  /** A form with something that is not saved. */
  'form',
  /** A change that is just being sent to the service. */
  'sending',
  /** A region of a map that is being copied. */
  'copy',
] as const;

/** What a restart waits for. */
export type UpdateWait = (typeof updateWaits)[number];

/** A newer version. */
export const updateOfferSchema = z.object({
  version: z.string(),
  /** What its makers say of it: plain text, never markup. Null where they say nothing. */
  notes: z.string().nullable(),
  /** When it was released. */
  releasedAt: momentSchema.nullable(),
});

/** A newer version. */
export type UpdateOffer = z.infer<typeof updateOfferSchema>;

/** Something to know about the last check or start that is no fault. */
export const updateNoteSchema = z.object({
  what: z.enum([
    /** The server offers a version older than this one, which is never installed. */
    'older',
    /** The server once offered a newer version than the one that it offers now. */
    'replaced',
    /** A newer version is handed out in steps; this computer gets it later. */
    'later',
    /** This version was installed by the last restart. */
    'installed',
  ]),
  version: z.string(),
});

/** What is known of updates. */
export const updatesStateSchema = z.object({
  phase: z.enum(updatePhases),
  /** With the phase `off`. */
  off: z.enum(updateOffReasons).nullable(),
  /** The server that is asked; null where there is none. */
  host: z.string().nullable(),
  /** From `available` on. */
  offer: updateOfferSchema.nullable(),
  /** How much of it is downloaded, from 0 to 1. */
  progress: z.number().min(0).max(1),
  fault: z.enum(updateFaults).nullable(),
  /** The step that failed, with `fault`. */
  failed: z.enum(updateSteps).nullable(),
  note: updateNoteSchema.nullable(),
  /** When the server was last asked with success. */
  checkedAt: momentSchema.nullable(),
  /** That was in an earlier run, whose answer is not kept. */
  isEarlier: z.boolean(),
  /** With the phase `waiting`. */
  waitsFor: z.array(z.enum(updateWaits)),
});

/** What is known of updates. */
export type UpdatesState = z.infer<typeof updatesStateSchema>;

/** Nothing is known yet, and nothing is looked for. */
export const noUpdates: UpdatesState = {
  ...{ phase: 'off', off: 'no-address', host: null, offer: null, progress: 0 },
  ...{ fault: null, failed: null, note: null, checkedAt: null, isEarlier: false, waitsFor: [] },
};
