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
} from '../associations';
import { collectionNameSchema } from '../collections';
import {
  deletedRecordSchema,
  newRecordSchema,
  outboxEntrySchema,
  recordChangeSchema,
  savedSchema,
} from '../outbox';
import {
  duplicateSchema,
  givenValuesSchema,
  hereNameSchema,
  recordDetailSchema,
  recordKeySchema,
  recordNameSchema,
  recordQuerySchema,
  recordRowSchema,
  recordsFoundSchema,
  rowsWantedSchema,
  valueCountSchema,
} from '../records';
import { credentialSchema } from '../session';
import { valueNamesSchema, valueNamingSchema } from '../value-names';
import { savedViewsSchema, viewsChangeSchema } from '../views';

const nothing = z.undefined();

/** Calls about the records of a collection, and about which devices and people are on which vehicles. */
export const recordChannels = {
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
  /** Reads the whole list of a collection again, in the background. */
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
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
