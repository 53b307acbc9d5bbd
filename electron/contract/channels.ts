import { z } from 'zod';
import {
  associationNameSchema,
  deviceReplacementSchema,
  formerAssociationSchema,
  formerOfSchema,
  newAssociationSchema,
  newAssociationsSchema,
  othersSchema,
  placeOfOtherSchema,
  reverseAssociationsSchema,
  reverseSideSchema,
  vehicleAssociationsSchema,
  vehicleSideSchema,
} from './associations';
import { verbOfResourceSchema } from './capabilities';
import { COPIED_AT_MOST } from './clipboard';
import { collectionNameSchema } from './collections';
import {
  connectionDraftSchema,
  connectionProbeSchema,
  connectionReportSchema,
  connectionSchema,
} from './connections';
import { topicNameSchema } from './events';
import { attentionSchema, trailSchema } from './fixes';
import { dialedNumber } from './phone';
import { mapChannels } from './map-channels';
import { connectionProfileSchema, profileOfferSchema } from './profile';
import { proxySignInSchema } from './proxy';
import {
  correctionSchema,
  decisionSchema,
  deletedRecordSchema,
  discardEffectsSchema,
  discardSchema,
  newRecordSchema,
  outboxEntrySchema,
  recordChangeSchema,
  resolutionSchema,
  savedSchema,
} from './outbox';
import {
  duplicateSchema,
  givenValuesSchema,
  hereNameSchema,
  recordDetailSchema,
  recordIdSchema,
  recordKeySchema,
  recordNameSchema,
  recordQuerySchema,
  recordRowSchema,
  recordsFoundSchema,
  rowsWantedSchema,
  valueCountSchema,
} from './records';
import {
  credentialSchema,
  renewSessionSchema,
  sessionStateSchema,
  signInSchema,
  signOutSchema,
  startDemoSchema,
} from './session';
import { appInfoSchema, settingsPatchSchema, settingsSchema } from './settings';
import { storeStateSchema } from './store';
import {
  dayAnswerSchema,
  dayOfVehicleSchema,
  daySpanSchema,
  daysAnswerSchema,
} from './trajectories';
import { valueNamesSchema, valueNamingSchema } from './value-names';
import { labelsChangeSchema, vehicleLabelsSchema } from './vehicle-labels';
import { cardDeviceSchema, cardDriversSchema, vehicleCardSchema } from './vehicles';
import { savedViewsSchema, viewsChangeSchema } from './views';
import {
  zoneFileContentSchema,
  zoneFileSchema,
  zoneFormats,
  zoneIdSchema,
  ZONES_AT_MOST,
  ZONES_AT_ONCE,
  zoneSchema,
} from './zones';

const nothing = z.undefined();
const connectionIdSchema = z.string().min(1).max(64);

/**
 * Every call that the renderer can make of main: name → what goes in, what comes out. The
 * registrar parses the input, the bridge and the handlers take their types from here.
 */
export const channels = {
  /** What the program is and how it was started. */
  'app.info': { input: nothing, output: appInfoSchema },
  /** Text to the system's clipboard. */
  'app.copyText': { input: z.string().max(COPIED_AT_MOST), output: nothing },
  /** A position in the browser map of the settings (a fixed HTTPS template). */
  'app.openInBrowserMap': {
    input: z.object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
    output: nothing,
  },
  /** Hands a phone number to the system's phone program; only a number that can be dialed. */
  'app.call': {
    input: z
      .string()
      .max(64)
      .refine((text) => dialedNumber(text) !== null),
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
  /** A person confirmed what the profile says of tracking positions. */
  'profile.confirm': { input: connectionIdSchema, output: connectionProfileSchema },
  /** Answers the proxy that asks for a name and password; what waits for it goes on. */
  'proxy.signIn': { input: proxySignInSchema, output: nothing },
  /** The question of the proxy goes away, until `proxy.askAgain` or a new attempt to sign in. */
  'proxy.dismiss': { input: nothing, output: nothing },
  /** Shows the question of the proxy again, where it was dismissed. */
  'proxy.askAgain': { input: nothing, output: nothing },
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
  /** Tells the scheduler what this window shows. */
  'live.attend': { input: attentionSchema, output: nothing },
  /** Looks at one vehicle as soon as the budget allows. */
  'live.refresh': { input: recordIdSchema, output: nothing },
  /** Where Fleetdesk saw a vehicle lately. */
  'live.trail': { input: recordIdSchema, output: trailSchema },
  /** Keeps zones, new and changed ones: all or none of them. */
  'zones.save': { input: z.array(zoneSchema).min(1).max(ZONES_AT_ONCE), output: nothing },
  /** Removes zones. */
  'zones.remove': { input: z.array(zoneIdSchema).min(1).max(ZONES_AT_MOST), output: nothing },
  /** The zones that a GeoJSON or KML file holds; nothing is kept before they are saved. */
  'zones.read': { input: zoneFileSchema, output: zoneFileContentSchema },
  /** Writes zones where a person chooses; the file's name, null where none was. */
  'zones.export': {
    input: z.object({
      /** Null for all. */
      ids: z.array(zoneIdSchema).max(ZONES_AT_MOST).nullable(),
      format: z.enum(zoneFormats),
    }),
    output: z.string().nullable(),
  },
  /** What is known of a vehicle's device and drivers, at once and without the service. */
  'vehicles.card': { input: recordIdSchema, output: vehicleCardSchema },
  /** The device of a vehicle, read where what is known is older than five minutes. */
  'vehicles.device': { input: recordIdSchema, output: cardDeviceSchema },
  /** The drivers of a vehicle, read where what is known is older than five minutes. */
  'vehicles.drivers': { input: recordIdSchema, output: cardDriversSchema },
  /** Tags, groups and pins that this office gave its vehicles. */
  'vehicles.labels': { input: nothing, output: vehicleLabelsSchema },
  /** Makes one change of them and answers what is kept then. */
  'vehicles.changeLabels': { input: labelsChangeSchema, output: vehicleLabelsSchema },
  /** Keys of the kept records that a query finds, at once and without a network. */
  'records.find': { input: recordQuerySchema, output: recordsFoundSchema },
  'records.rows': { input: rowsWantedSchema, output: z.array(recordRowSchema) },
  /** A record as it is kept; a local key that the service has named since is followed. */
  'records.read': { input: recordNameSchema, output: recordDetailSchema },
  /** Reads a record from the service and answers what is kept then. */
  'records.refresh': { input: recordNameSchema, output: recordDetailSchema },
  /** Values that a field takes, the most frequent first, at most 200. */
  'records.values': {
    input: z.object({ collection: collectionNameSchema, field: z.string().max(64) }),
    output: z.array(valueCountSchema),
  },
  /** Other kept records that have one of these values where no two should. */
  'records.duplicates': { input: givenValuesSchema, output: z.array(duplicateSchema) },
  /** Which vehicles these devices or users are on, as far as the vehicles have been listed. */
  'records.places': { input: othersSchema, output: z.array(placeOfOtherSchema) },
  /** Searches at the service (at most 100 characters), keeps what it finds and answers its keys. */
  'records.askService': {
    input: z.object({ collection: collectionNameSchema, search: z.string().min(1).max(100) }),
    output: recordsFoundSchema,
  },
  /** The saved views of a list. */
  'records.views': { input: collectionNameSchema, output: savedViewsSchema },
  /** Saves or deletes one view of a list, and answers all of them; refused where it is full. */
  'records.changeViews': { input: viewsChangeSchema, output: savedViewsSchema },
  /** Reads the whole list of a collection anew, in the background. */
  'records.sync': { input: collectionNameSchema, output: nothing },
  /**
   * Gives a record that the service names nowhere a name on this computer; null takes it back.
   * Refused where the service lists such records.
   */
  'records.nameHere': { input: hereNameSchema, output: nothing },
  /** Names that values were given on this computer. */
  'records.valueNames': { input: nothing, output: valueNamesSchema },
  /** Gives a value a name on this computer, or takes it back; answers all names. */
  'records.nameValue': { input: valueNamingSchema, output: valueNamesSchema },
  /** Queues a new record; it is visible at once under a local key. */
  'records.create': { input: newRecordSchema, output: savedSchema },
  /** Queues a change of the fields that a person touched. */
  'records.update': { input: recordChangeSchema, output: savedSchema },
  /** Queues deletes, each held for ten seconds; `entryIds` in the order of the keys. */
  'records.delete': {
    input: z.object({
      collection: collectionNameSchema,
      keys: z.array(recordKeySchema).min(1).max(1000),
      /** What a person typed: the plate or name of one, the count of several. */
      confirmation: z.string().min(1).max(10_000),
    }),
    output: z.object({ entryIds: z.array(z.string()) }),
  },
  /** Seconds that this number of deletes takes at the pace of the outbox, without the time for undo. */
  'records.secondsToDelete': {
    input: z.object({
      collection: collectionNameSchema,
      count: z.number().int().min(1).max(1000),
    }),
    output: z.number().int(),
  },
  /** Queues an activation or deactivation of a user, device or vehicle. */
  'records.setActive': {
    input: recordNameSchema.extend({ isActive: z.boolean() }),
    output: savedSchema,
  },
  /** What this office changed about a record, the newest first. */
  'records.history': { input: recordNameSchema, output: z.array(outboxEntrySchema) },
  /** What was deleted here in the last 90 days, the newest first. */
  'records.deleted': { input: nothing, output: z.array(deletedRecordSchema) },
  /** Queues a create of a deleted record and of its associations; users need a password again. */
  'records.recreate': {
    input: z.object({
      deletedId: z.string().max(64),
      password: credentialSchema.optional(),
    }),
    output: savedSchema,
  },
  /** One side of a vehicle's associations as it is kept. */
  'associations.ofVehicle': { input: vehicleSideSchema, output: vehicleAssociationsSchema },
  /** Lists one side of a vehicle's associations at the service, then answers as above. */
  'associations.refresh': { input: vehicleSideSchema, output: vehicleAssociationsSchema },
  /** The vehicles of a device or user, as far as they have been listed. */
  'associations.ofOther': { input: reverseSideSchema, output: reverseAssociationsSchema },
  /** What is on a vehicle no more, or the vehicles that a device or user left; the newest first. */
  'associations.former': { input: formerOfSchema, output: z.array(formerAssociationSchema) },
  /** Lists the associations of all vehicles that are still missing, in the background; or stops it. */
  'associations.complete': {
    input: z.object({ side: reverseSideSchema.shape.side, isWanted: z.boolean() }),
    output: nothing,
  },
  /** Queues a device or person for a vehicle. */
  'associations.add': { input: newAssociationSchema, output: savedSchema },
  /** Queues several at once, as one action that is held for ten seconds; answers the entries. */
  'associations.addSeveral': {
    input: newAssociationsSchema,
    output: z.object({ entryIds: z.array(z.string()) }),
  },
  /** Queues that a device of a vehicle becomes its main one. */
  'associations.makeMain': { input: associationNameSchema, output: savedSchema },
  /** Queues that a device or person leaves a vehicle. */
  'associations.remove': { input: associationNameSchema, output: savedSchema },
  /**
   * Queues that another device takes the place of one of a vehicle's, as one action: it is added,
   * made the main one where the old one was that, and the old one is removed. Held for ten seconds.
   */
  'associations.replaceDevice': { input: deviceReplacementSchema, output: savedSchema },
  /** Forgets that a verb was refused, so that a person can try it again. */
  'capabilities.tryAgain': { input: verbOfResourceSchema, output: nothing },
  /** Tries what waits at once, as far as the budget allows. */
  'outbox.sendNow': { input: nothing, output: nothing },
  /** Holds the sending, or lets it go on. */
  'outbox.pause': { input: z.boolean(), output: nothing },
  /** What a discard of a change drops with it, and what it lets go. */
  'outbox.discardEffects': { input: z.string().max(64), output: discardEffectsSchema },
  /** Drops a change and what depends on it; what was typed stays in the history. */
  'outbox.discard': { input: discardSchema, output: nothing },
  /** Takes back a change that has not gone out: a delete, a deactivation, a removal. */
  'outbox.undo': { input: z.string().max(64), output: nothing },
  /** Sends a refused change again, with its content put right. */
  'outbox.correct': { input: correctionSchema, output: nothing },
  /** Settles a conflict, field by field. */
  'outbox.resolve': { input: resolutionSchema, output: nothing },
  /** Decides about a change of which nobody knows whether it was applied, or a doubtful delete. */
  'outbox.decide': { input: decisionSchema, output: nothing },
  /** Tries to open the store again, after the keychain was unlocked or room was made. */
  'store.retry': { input: nothing, output: storeStateSchema },
  /**
   * Puts a store aside whose key is gone or under a forgotten passphrase, or that can't be read,
   * and begins a new one.
   */
  'store.startAnew': { input: nothing, output: storeStateSchema },
  /** A person has seen that a store was set aside. */
  'store.acknowledge': { input: nothing, output: nothing },
  /** A person has seen that so many rows were damaged. */
  'store.acknowledgeDamage': { input: z.number().int().positive(), output: nothing },
  /** Removes what is kept of the service, for good; unsent changes stay. */
  'store.erase': { input: nothing, output: nothing },
  /** Days with data in a span of at most 31 days (*list trajectories*). */
  'trajectories.days': { input: daySpanSchema, output: daysAnswerSchema },
  /** One day ready to play (*get trajectory* and *trajectory data*). */
  'trajectories.day': { input: dayOfVehicleSchema, output: dayAnswerSchema },
  ...mapChannels,
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
