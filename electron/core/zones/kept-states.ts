import { z } from 'zod';
import { momentSchema } from '@contract/records';
import type { Stay, ZoneState } from '@contract/rules/zone-judge';

/** The note of the store in which it is kept who was in which zone. */
export const INSIDE_NOTE = 'zones.inside';

const stateSchema = z.object({
  fix: z.object({ at: momentSchema, latitude: z.number(), longitude: z.number() }),
  stays: z.record(
    z.string(),
    z.object({ since: momentSchema, isAtLeast: z.boolean(), lastWithin: momentSchema }),
  ),
});

/** Vehicles as an earlier run judged them last; what can't be read is judged again. */
export function readStates(note: string | null): Map<string, ZoneState> {
  const states = new Map<string, ZoneState>();
  if (note === null) return states;
  let kept: unknown;
  try {
    kept = JSON.parse(note);
  } catch {
    return states;
  }
  for (const [vehicleId, value] of Object.entries(Object(kept) as object)) {
    const state = stateSchema.safeParse(value).data;
    if (state === undefined) continue;
    states.set(vehicleId, { fix: state.fix, stays: new Map(Object.entries(state.stays)) });
  }
  return states;
}

/** The same, as the store keeps it. */
export function writeStates(states: ReadonlyMap<string, ZoneState>): string {
  const kept: Record<string, { fix: ZoneState['fix']; stays: Record<string, Stay> }> = {};
  for (const [vehicleId, { fix, stays }] of states) {
    kept[vehicleId] = { fix, stays: Object.fromEntries(stays) };
  }
  return JSON.stringify(kept);
}
