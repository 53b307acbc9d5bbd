import type { BudgetState } from '@contract/budget';
import type { CollectionSync, RecordsPatch } from '@contract/records';
import type { SessionState } from '@contract/session';
import type { StoreState } from '@contract/store';
import { log, type LogFacts } from '../log';

interface Told<S> {
  subscribe(listener: (state: S) => void): () => void;
}

/** What the log follows for as long as the app runs. */
export interface LoggedStates {
  session: Told<SessionState>;
  budget: Told<BudgetState>;
  keeper: Told<StoreState>;
}

/** Writes what became of session, requests and store; who is signed in, and where, is left out. */
export function logChanges({ session, budget, keeper }: LoggedStates): void {
  follow(session, 'session', ({ phase, keychain, place, expiry, link }) => ({
    ...{ phase, keychain, place, expiry: expiry ?? null, link: link.state },
    error: link.error?.reason ?? link.error?.code ?? null,
  }));
  follow(budget, 'request pause', ({ pause, limit, isShared }) => ({ pause, limit, isShared }));
  follow(keeper, 'store', ({ phase, error, damaged }) => ({
    ...{ phase, error: error?.reason ?? error?.code ?? null },
    damagedRows: damaged?.rows ?? 0,
  }));
}

/** Writes how the reading of lists ends. */
export function logSyncs(records: Told<RecordsPatch>): () => void {
  const last = new Map<string, CollectionSync['phase']>();
  return records.subscribe(({ syncs }) => {
    for (const [collection, sync] of Object.entries(syncs)) {
      if (sync === undefined || last.get(collection) === sync.phase) continue;
      last.set(collection, sync.phase);
      const { phase, read, count, pagingRefused } = sync;
      // Names of collections come from the profile: those are words of a deployment, not of people.
      log('info', 'sync', { collection, phase, read, count, pagingRefused });
    }
  });
}

/** States are published often; only what differs in these facts is worth an entry. */
function follow<S>(told: Told<S>, event: string, factsOf: (state: S) => LogFacts): void {
  let last = '';
  told.subscribe((state) => {
    const facts = factsOf(state);
    const text = JSON.stringify(facts);
    if (text === last) return;
    last = text;
    log('info', event, facts);
  });
}
