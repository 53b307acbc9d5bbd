import { z } from 'zod';
import { momentSchema } from '@contract/records';
import type { ZoneState } from '@contract/rules/zone-judge';
import { readStored } from '../stored-json';

/** The note in which an earlier version kept all of it. */
export const INSIDE_NOTE = 'zones.inside';
/** How the names begin under which the store keeps what was judged of a vehicle. */
export const ZONES_JUDGED = 'zones/';

const stateSchema = z.object({
  fix: z.object({ at: momentSchema, latitude: z.number(), longitude: z.number() }),
  stays: z.record(
    z.string(),
    z.object({ since: momentSchema, isAtLeast: z.boolean(), lastWithin: momentSchema }),
  ),
});

const noteSchema = z.record(z.string(), z.unknown());

/** Vehicles as an earlier run judged them last; what can't be read is judged again. */
export function readStates(
  rows: ReadonlyMap<string, string>,
  note: string | null,
): Map<string, ZoneState> {
  const states = new Map<string, ZoneState>();
  const take = (
    vehicleId: string,
    state: z.output<typeof stateSchema> | null | undefined,
  ): void => {
    if (!state) return;
    states.set(vehicleId, { fix: state.fix, stays: new Map(Object.entries(state.stays)) });
  };
  const noted = note === null ? null : readStored(noteSchema, note);
  for (const [vehicleId, value] of Object.entries(noted ?? {})) {
    take(vehicleId, stateSchema.safeParse(value).data);
  }
  for (const [name, body] of rows) {
    take(name.slice(ZONES_JUDGED.length), readStored(stateSchema, body));
  }
  return states;
}

/** The same of one vehicle, as the store keeps it. */
export function writeState({ fix, stays }: ZoneState): string {
  return JSON.stringify({ fix, stays: Object.fromEntries(stays) });
}
