import { z } from 'zod';
import { attentionSchema, trailSchema } from '../fixes';
import { recordIdSchema } from '../records';
import {
  dayAnswerSchema,
  dayOfVehicleSchema,
  daySpanSchema,
  daysAnswerSchema,
} from '../trajectories';
import { labelsChangeSchema } from '../vehicle-label-changes';
import { labelFileContentSchema, labelFileSchema, labelFormats } from '../vehicle-label-files';
import { vehicleLabelsSchema } from '../vehicle-labels';
import { cardDeviceSchema, cardDriversSchema, vehicleCardSchema } from '../vehicles';

const nothing = z.undefined();

/** Calls about where vehicles are and were, and about what their cards show. */
export const vehicleChannels = {
  /** Tells the scheduler what this window shows. */
  'live.attend': { input: attentionSchema, output: nothing },
  /** Looks at one vehicle as soon as the budget allows. */
  'live.refresh': { input: recordIdSchema, output: nothing },
  /** Where Fleetdesk saw a vehicle lately. */
  'live.trail': { input: recordIdSchema, output: trailSchema },
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
  /** What a file with tags, groups and pins would change; nothing is kept before it is added. */
  'vehicles.readLabels': { input: labelFileSchema, output: labelFileContentSchema },
  /** Writes tags, groups and pins where a person chooses; the file's name, null where none was. */
  'vehicles.exportLabels': { input: z.enum(labelFormats), output: z.string().nullable() },
  /** Days with data in a span of at most 31 days (*list trajectories*). */
  'trajectories.days': { input: daySpanSchema, output: daysAnswerSchema },
  /** One day ready to play (*get trajectory* and *trajectory data*). */
  'trajectories.day': { input: dayOfVehicleSchema, output: dayAnswerSchema },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
