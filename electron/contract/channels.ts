import { z } from 'zod';
import {
  connectionDraftSchema,
  connectionProbeSchema,
  connectionReportSchema,
  connectionSchema,
} from './connections';
import { topicNameSchema } from './events';
import { attentionSchema, trailSchema } from './fixes';
import { recordIdSchema } from './records';
import { renewSessionSchema, sessionStateSchema, signInSchema, startDemoSchema } from './session';
import { appInfoSchema, settingsPatchSchema, settingsSchema } from './settings';
import { streetsSchema } from './streets';
import {
  dayAnswerSchema,
  dayOfVehicleSchema,
  daySpanSchema,
  daySummarySchema,
} from './trajectories';
import { vehicleCardSchema } from './vehicles';

const nothing = z.undefined();

/**
 * Every call that the renderer can make of main: name → what goes in, what comes out. The
 * registrar parses the input, the bridge and the handlers take their types from here.
 */
export const channels = {
  /** What the program is and how it was started. */
  'app.info': { input: nothing, output: appInfoSchema },
  /** Text to the system's clipboard. */
  'app.copyText': { input: z.string().max(100_000), output: nothing },
  /** A position in the browser map of the settings (a fixed HTTPS template). */
  'app.openInBrowserMap': {
    input: z.object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
    output: nothing,
  },
  /** Changes some preferences; answers all of them. */
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },
  /** Subscribes the calling window to a topic; answers snapshot and sequence number. */
  'events.subscribe': {
    input: topicNameSchema,
    output: z.object({ seq: z.number().int(), snapshot: z.unknown() }),
  },
  'events.unsubscribe': { input: topicNameSchema, output: nothing },
  /** One request without credentials that tells whether the service answers at this address. */
  'connections.test': { input: connectionProbeSchema, output: connectionReportSchema },
  /** Changes a saved connection; a changed origin makes a new one and answers that. */
  'connections.update': {
    input: z.object({ id: z.string().max(64), connection: connectionDraftSchema }),
    output: connectionSchema,
  },
  /** Forgets a saved connection and its keychain entry. */
  'connections.remove': { input: z.string().max(64), output: nothing },
  'session.signIn': { input: signInSchema, output: sessionStateSchema },
  /** Starts the demo service inside the app, signs in to it. */
  'session.startDemo': { input: startDemoSchema, output: sessionStateSchema },
  /** Reads the keychain again, after it was unlocked. */
  'session.retryKeychain': { input: nothing, output: sessionStateSchema },
  /** Opens a session kept under a passphrase. */
  'session.unlock': { input: z.string().min(1).max(1000), output: sessionStateSchema },
  /** Renews an expired session with the password. */
  'session.renew': { input: renewSessionSchema, output: sessionStateSchema },
  /** Removes the tokens from keychain and memory. */
  'session.signOut': { input: nothing, output: sessionStateSchema },
  /** Tells the scheduler what this window shows. */
  'live.attend': { input: attentionSchema, output: nothing },
  /** Looks at one vehicle as soon as the budget allows. */
  'live.refresh': { input: recordIdSchema, output: nothing },
  /** Where Fleetdesk saw a vehicle lately. */
  'live.trail': { input: recordIdSchema, output: trailSchema },
  /** Device and drivers of a vehicle. */
  'vehicles.card': { input: recordIdSchema, output: vehicleCardSchema },
  /** Days with data in a span of at most 31 days (*list trajectories*). */
  'trajectories.days': { input: daySpanSchema, output: z.array(daySummarySchema) },
  /** One day ready to play (*get trajectory* and *trajectory data*). */
  'trajectories.day': { input: dayOfVehicleSchema, output: dayAnswerSchema },
  /** Streets of the demo fleet's area; null on any other connection. */
  'basemap.streets': { input: nothing, output: streetsSchema.nullable() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** The channel map's type. */
export type Channels = typeof channels;
/** The name of a channel, as `namespace.verb`. */
export type ChannelName = keyof Channels;
/** What a caller passes in. */
export type ChannelInput<C extends ChannelName> = z.input<Channels[C]['input']>;
/** What a handler gets, parsed. */
export type ChannelParsed<C extends ChannelName> = z.output<Channels[C]['input']>;
/** What a handler answers. */
export type ChannelOutput<C extends ChannelName> = z.output<Channels[C]['output']>;
