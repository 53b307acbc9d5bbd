import type { ConnectionState, Motion } from '@contract/fixes';

/** Motions and connections by the numbers that stand for them in typed arrays. */
export const motionOrder = ['moving', 'idling', 'parked', 'unknown'] as const satisfies Motion[];
const connectionOrder = ['live', 'late', 'silent', 'never'] as const satisfies ConnectionState[];

/** Kinds that a cluster's ring tells apart: each motion, heard of lately or not. */
export const mixKinds = motionOrder.length * 2;

/** Motion and connection in one byte. */
export function packState(motion: Motion, connection: ConnectionState): number {
  return motionOrder.indexOf(motion) + (connectionOrder.indexOf(connection) << 2);
}

/** The motion in a packed state. */
export function motionOf(state: number): Motion {
  return motionOrder[state & 3] ?? 'unknown';
}

/** The connection in a packed state. */
export function connectionOf(state: number): ConnectionState {
  return connectionOrder[state >> 2] ?? 'never';
}

/** Which kind of a cluster's ring a state belongs to. */
export function mixKindOf(state: number): number {
  return (state & 3) * 2 + (state >> 2 >= 2 ? 1 : 0);
}
