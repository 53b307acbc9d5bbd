import type { StoreDatabase } from './store-database';

/** What a store's database can be asked to do. */
export type DatabaseCall = Exclude<keyof StoreDatabase, 'close'>;

/** What goes into a call. */
export type CallInput<M extends DatabaseCall> = Parameters<StoreDatabase[M]>;

/** What a call answers. */
export type CallOutput<M extends DatabaseCall> = ReturnType<StoreDatabase[M]>;

/** Carries out a call that came by its name. */
export function carryOut<M extends DatabaseCall>(
  database: StoreDatabase,
  method: M,
  input: CallInput<M>,
): CallOutput<M> {
  // What goes into a method and what comes out of it belong together: the same `M` says so.
  const work = database[method] as (...input: CallInput<M>) => CallOutput<M>;
  return work.apply(database, input);
}
