import { z } from 'zod';
import { verbOfResourceSchema } from '../capabilities';
import { ownCertificateSchema } from '../certificates';
import {
  connectionDraftSchema,
  connectionProbeSchema,
  connectionReportSchema,
  connectionSchema,
} from '../connections';
import { connectionProfileSchema, profileOfferSchema } from '../profile';
import { profileEditSchema } from '../profile-form';
import { proxySignInSchema, proxyTestSchema, proxyTrialSchema } from '../proxy';
import {
  renewSessionSchema,
  sessionStateSchema,
  signInSchema,
  signOutSchema,
  startDemoSchema,
} from '../session';
import { storeStateSchema } from '../store';

const nothing = z.undefined();
const connectionIdSchema = z.string().min(1).max(64);

/** Calls about the way to the service: connections, profiles, proxy, session, store, permissions. */
export const connectionChannels = {
  /** One request without credentials that tells whether the service answers at this address. */
  'connections.test': { input: connectionProbeSchema, output: connectionReportSchema },
  /** Changes a saved connection; a changed origin makes a new one and answers that. */
  'connections.update': {
    input: z.object({ id: z.string().max(64), connection: connectionDraftSchema }),
    output: connectionSchema,
  },
  /**
   * Forgets a saved connection and its keychain entry. Its store stays for a sign-in as the same
   * person, unless it is to be erased: then with all that was not sent.
   */
  'connections.remove': {
    input: z.object({ id: z.string().max(64), erase: z.boolean() }),
    output: nothing,
  },
  /** The service profile of a saved connection, or of the demo fleet in use. */
  'profile.view': { input: connectionIdSchema, output: connectionProfileSchema },
  /**
   * Lets a person choose a profile file and reads it; null where none was chosen. Nothing changes
   * before the offer is accepted.
   */
  'profile.import': { input: connectionIdSchema, output: profileOfferSchema.nullable() },
  /** Uses the profile file that was offered last. */
  'profile.accept': { input: z.string().max(64), output: connectionProfileSchema },
  /** Writes the whole profile where a person chooses; the file's name, null where none was. */
  'profile.export': { input: connectionIdSchema, output: z.string().nullable() },
  /** Goes back to the built-in profile. */
  'profile.reset': { input: connectionIdSchema, output: connectionProfileSchema },
  /** Changes some of its settings and paths; a bad value is told at its place, and nothing changes. */
  'profile.edit': {
    input: z.object({ connectionId: connectionIdSchema, edit: profileEditSchema }),
    output: connectionProfileSchema,
  },
  /** A person confirmed what the profile says of tracking positions. */
  'profile.confirm': { input: connectionIdSchema, output: connectionProfileSchema },
  /** Answers the proxy that asks for a name and password; what waits for it goes on. */
  'proxy.signIn': { input: proxySignInSchema, output: nothing },
  /** The question of the proxy goes away, until `proxy.askAgain` or a new attempt to sign in. */
  'proxy.dismiss': { input: nothing, output: nothing },
  /** Shows the question of the proxy again, where it was dismissed. */
  'proxy.askAgain': { input: nothing, output: nothing },
  /** Tries a proxy before it is used; nothing is sent to the service. Six times a minute at most. */
  'proxy.test': { input: proxyTrialSchema, output: proxyTestSchema },
  /** Certificate authorities that are trusted beside those of the system. */
  'certificates.list': { input: nothing, output: z.array(ownCertificateSchema) },
  /** Lets a person choose a file and trusts its authorities; null where none was chosen. */
  'certificates.add': { input: nothing, output: z.array(ownCertificateSchema).nullable() },
  /** Trusts an authority no longer, by its fingerprint. */
  'certificates.remove': { input: z.string().max(100), output: z.array(ownCertificateSchema) },
  'session.signIn': { input: signInSchema, output: sessionStateSchema },
  /** Starts the demo service inside the app, signs in to it. */
  'session.startDemo': { input: startDemoSchema, output: sessionStateSchema },
  /** Reads the keychain again, after it was unlocked. */
  'session.retryKeychain': { input: nothing, output: sessionStateSchema },
  /** Opens a session kept under a passphrase. */
  'session.unlock': { input: z.string().min(1).max(1000), output: sessionStateSchema },
  /** Renews an expired session with the password. */
  'session.renew': { input: renewSessionSchema, output: sessionStateSchema },
  /** Removes the tokens from keychain and memory, after the store was left as it was wished. */
  'session.signOut': { input: signOutSchema, output: sessionStateSchema },
  /** Forgets that a verb was refused, so that a person can try it again. */
  'capabilities.tryAgain': { input: verbOfResourceSchema, output: nothing },
  /** Tries to open the store again, after the keychain was unlocked or room was made. */
  'store.retry': { input: nothing, output: storeStateSchema },
  /**
   * Puts a store aside whose key is gone or under a forgotten passphrase, or that can't be read,
   * and begins a new one.
   */
  'store.startOver': { input: nothing, output: storeStateSchema },
  /** A person has seen that a store was set aside. */
  'store.acknowledge': { input: nothing, output: nothing },
  /** A person has seen that so many rows were damaged. */
  'store.acknowledgeDamage': { input: z.number().int().positive(), output: nothing },
  /** Removes what is kept of the service, for good; unsent changes stay. */
  'store.erase': { input: nothing, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
