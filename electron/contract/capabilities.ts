import { z } from 'zod';
import { momentSchema } from './records';

/** What can be done with a resource. `read` is one record; `activate` means deactivate too. */
export const verbs = ['list', 'read', 'create', 'update', 'delete', 'activate'] as const;

/** One verb. */
const verbSchema = z.enum(verbs);

/** One verb. */
export type Verb = z.infer<typeof verbSchema>;

/**
 * A resource of the service, by its name in the service profile: `vehicles`, `deviceAssociations`,
 * `tracking` … A profile may name resources of its own, so this is text and no closed union.
 */
const resourceNameSchema = z.string().min(1).max(64);

/** What the service refused to this user with a 403. */
const refusalSchema = z.object({
  resource: resourceNameSchema,
  verb: verbSchema,
  /** The one record that was refused; null for the verb as a whole. */
  key: z.string().nullable(),
  /** When the answer came, epoch milliseconds. */
  at: momentSchema,
});

/** What the service refused to this user with a 403. */
export type Refusal = z.infer<typeof refusalSchema>;

/** What this user can do at this service, as far as Fleetdesk knows. */
export const capabilitiesStateSchema = z.object({
  /** Resource → verbs that the service offers; null while nobody is signed in. */
  offered: z.record(z.string(), z.array(verbSchema)).nullable(),
  refused: z.array(refusalSchema),
});

/** What this user can do at this service, as far as Fleetdesk knows. */
export type CapabilitiesState = z.infer<typeof capabilitiesStateSchema>;

/** A verb that a person wants to try again. */
export const verbOfResourceSchema = z.object({ resource: resourceNameSchema, verb: verbSchema });

/** A verb that a person wants to try again. */
export type VerbOfResource = z.infer<typeof verbOfResourceSchema>;
