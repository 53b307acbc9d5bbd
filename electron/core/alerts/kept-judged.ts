import { z } from 'zod';
import { momentSchema } from '@contract/records';
import { readStored } from '../stored-json';
import type { JudgedVehicle } from './judge-look';

/** How the names begin under which the store keeps what was judged of a vehicle by rules. */
export const RULES_JUDGED = 'rules/';

const judgedSchema = z.object({
  fixAt: momentSchema,
  lasting: z.record(
    z.string(),
    z.object({
      alertId: z.string(),
      at: momentSchema.optional(),
      peak: z.number().optional(),
      overAt: momentSchema.optional(),
    }),
  ),
  crossed: z.record(z.string(), momentSchema).optional(),
});

/** A vehicle as an earlier run judged it last; null where that can't be read: it is judged again. */
export function readJudged(body: string): JudgedVehicle | null {
  const state = readStored(judgedSchema, body);
  if (state === null) return null;
  const { fixAt, lasting, crossed } = state;
  return {
    fixAt,
    lasting: new Map(Object.entries(lasting)),
    ...(crossed && { crossed: new Map(Object.entries(crossed)) }),
  };
}

/** The same of one vehicle, as the store keeps it. */
export function writeJudged({ fixAt, lasting, crossed }: JudgedVehicle): string {
  return JSON.stringify({
    fixAt,
    lasting: Object.fromEntries(lasting),
    ...(crossed && { crossed: Object.fromEntries(crossed) }),
  });
}
