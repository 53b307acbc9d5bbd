import type { Lane } from '@contract/budget';

/** The budget for which the minimums below are written. */
const REFERENCE_BUDGET = 48;

/** Slots a lane is sure of in any minute, at the reference budget. */
const REFERENCE_MINIMUMS: Readonly<Record<Lane, number>> = {
  session: 2,
  // A person comes right after the session in order; the two only keep a sign-in storm off.
  interactive: 2,
  outbox: 12,
  live: 16,
  background: 6,
};

/** Lanes that nobody waits for with a hand on the mouse: they go evenly and rest while offline. */
export const patientLanes: ReadonlySet<Lane> = new Set<Lane>(['outbox', 'live', 'background']);

/** Slots that stay free for a person's next clicks: what a vehicle's card takes. */
const MOST_KEPT_FREE = 4;

/** Slots that patient lanes above their minimums leave free while a person is at work. */
export function keptFree(budget: number): number {
  return Math.min(MOST_KEPT_FREE, Math.floor((MOST_KEPT_FREE * budget) / REFERENCE_BUDGET));
}

/** The guaranteed minimums of a budget. Their sum never exceeds it. */
export function laneMinimums(budget: number): Readonly<Record<Lane, number>> {
  const scale = (lane: Lane, least: number): number =>
    Math.max(least, Math.floor((REFERENCE_MINIMUMS[lane] * budget) / REFERENCE_BUDGET));
  return {
    session: scale('session', 1),
    interactive: scale('interactive', 1),
    outbox: scale('outbox', 1),
    live: scale('live', 1),
    // At the smallest budget, 4, it lives on what the session leaves: nearly everything.
    background: scale('background', budget > 4 ? 1 : 0),
  };
}
