import { z } from 'zod';

/** Identifier of a record: exactly 15 letters and digits (public API, "Common record envelope"). */
export const recordIdSchema = z.string().regex(/^[a-zA-Z0-9]{15}$/);

/** A moment as epoch milliseconds, UTC. */
export const momentSchema = z.number().finite();

/** What could not be read of a record: its path and why, for the record's detail view. */
export const unreadSchema = z.object({ path: z.string(), problem: z.string() });

/** What could not be read of a record. */
export type Unread = z.infer<typeof unreadSchema>;
