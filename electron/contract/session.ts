import { z } from 'zod';
import {
  connectionDraftSchema,
  connectionSchema,
  publicKeyPlaces,
  publicKeySchema,
} from './connections';
import { appErrorSchema } from './errors';
import { momentSchema } from './records';

/** The five states of a keychain entry. Only `absent` means signed out. */
export const keychainStates = ['present', 'absent', 'locked', 'unavailable', 'unreadable'] as const;

/** One state of a keychain entry. */
export type KeychainState = (typeof keychainStates)[number];

/** Where the tokens of a session are kept: the OS keychain, a passphrase-locked file, or memory. */
export const tokenPlaces = ['keychain', 'passphrase', 'memory'] as const;

/** Where the tokens of a session are kept. */
export type TokenPlace = (typeof tokenPlaces)[number];

/** The session as every window sees it. */
export const sessionStateSchema = z.object({
  phase: z.enum(['restoring', 'signed-out', 'signing-in', 'signed-in', 'expired']),
  keychain: z.enum(keychainStates),
  place: z.enum(tokenPlaces).nullable(),
  connection: connectionSchema.nullable(),
  username: z.string().nullable(),
  /**
   * A session is kept, but the connection it belongs to is not known any more: the file of
   * connections was damaged. The form asks for it again; what is kept stays until then.
   */
  isConnectionLost: z.boolean().optional(),
  /**
   * Why the phase is `expired`: the service ended the session, or it answered in a way that may be
   * a fault of its own.
   */
  expiry: z.enum(['ended', 'in-doubt']).nullable().optional(),
  /** The service refuses tokens that it has just issued, so that nothing is read. */
  isRefused: z.boolean().optional(),
  /** The link to the service: what the last answer, or its lack, said. */
  link: z.object({
    state: z.enum(['unknown', 'online', 'offline']),
    /** When the state began, epoch milliseconds. */
    since: momentSchema.nullable(),
    /**
     * The last answer to a reading that told what was asked for, epoch milliseconds: no sign-in, no
     * change, no refusal, no fault.
     */
    lastAnswerAt: momentSchema.nullable(),
    error: appErrorSchema.nullable(),
  }),
});

/** The session as every window sees it. */
export type SessionState = z.infer<typeof sessionStateSchema>;

/** A user name or password of the service: at most 255 characters, as the document says. */
export const credentialSchema = z.string().min(1).max(255);

/** What opens a session that is kept in a file; at most 1,000 characters. */
export const passphraseSchema = z.string().min(8).max(1000);

/** A sign-in. */
export const signInSchema = z.object({
  /** The saved connection to use and update, or null to make one from the draft. */
  connectionId: z.string().max(64).nullable(),
  connection: connectionDraftSchema,
  publicKey: publicKeySchema,
  /** Where the key travels, as a person chose; absent: as the profile says, else found by trying. */
  publicKeyPlace: z.enum(publicKeyPlaces).optional(),
  username: credentialSchema,
  password: credentialSchema,
  place: z.enum(tokenPlaces),
  /** With `place: 'passphrase'`; never stored. */
  passphrase: passphraseSchema.optional(),
});

/** A sign-in. */
export type SignIn = z.infer<typeof signInSchema>;

/** The password again, for a session that expired. */
export const renewSessionSchema = z.object({ password: credentialSchema });

/** What becomes of the data kept here when a session ends. */
export const signOutSchema = z.object({
  /** Changes that were not sent: kept for this person's next sign-in, or dropped for good. */
  unsent: z.enum(['keep', 'discard']),
  /** Removes what is kept of the service; the whole store where nothing unsent stays in it. */
  erase: z.boolean(),
});

/** What becomes of the data kept here when a session ends. */
export type SignOut = z.infer<typeof signOutSchema>;

/** A start of the demo fleet. */
export const startDemoSchema = z.object({
  /** Size of the fleet; 120 unless a switch says otherwise. */
  vehicles: z.number().int().min(1).max(50_000).optional(),
});
