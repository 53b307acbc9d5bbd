import { z } from 'zod';
import { momentSchema } from '@contract/records';
import { NO_STAYS, type ZoneState } from '@contract/rules/zone-judge';
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

/** A vehicle as an earlier run judged it last; null where that can't be read: it is judged again. */
export function readState(body: string): ZoneState | null {
  const state = readStored(stateSchema, body);
  return state && stateOf(state);
}

/** Vehicles as an earlier version noted them; those that can't be read are left out. */
export function readNoted(note: string | null): Map<string, ZoneState> {
  const noted = note === null ? null : readStored(noteSchema, note);
  const states = Object.entries(noted ?? {}).flatMap(([vehicleId, value]) => {
    const { data } = stateSchema.safeParse(value);
    return data === undefined ? [] : [[vehicleId, stateOf(data)] as const];
  });
  return new Map(states);
}

function stateOf({ fix, stays }: z.output<typeof stateSchema>): ZoneState {
  const known = Object.entries(stays);
  return { fix, stays: known.length === 0 ? NO_STAYS : new Map(known) };
}

/** The same of one vehicle, as the store keeps it. */
export function writeState({ fix, stays }: ZoneState): string {
  return JSON.stringify({ fix, stays: Object.fromEntries(stays) });
}
