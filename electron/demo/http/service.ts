import type { World } from '../world/world';
import type { Dialect } from './dialect';
import type { OperationName } from './operations';
import type { Sessions } from './sessions';

/** What the handlers of all resources share. */
export interface Service {
  readonly world: World;
  readonly sessions: Sessions;
  readonly dialect: Dialect;
  readonly username: string;
  readonly password: string;
}

/** One request, parsed but not yet checked. */
export interface Call {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly body: unknown;
  /** Name of the signed-in user; empty on the operations that need none. */
  readonly username: string;
}

export interface Reply {
  readonly status: number;
  /** Absent where an operation answers with no body. */
  readonly body?: unknown;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Partial<Record<OperationName, Handler>>;
/** A handler for each of some operations. */
export type HandlersOf<Name extends string> = Readonly<Record<Name, Handler>>;

export function answer(data: unknown): Reply {
  return { status: 200, body: { data } };
}

export function created(data: unknown): Reply {
  return { status: 201, body: { data } };
}

/** The deletes answer with an empty object, activations with nothing at all. */
export const DELETED: Reply = { status: 200, body: {} };
export const DONE: Reply = { status: 204 };
