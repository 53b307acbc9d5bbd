import { FleetdeskError } from '@contract/errors';
import type { EntryState, Trouble } from '@contract/outbox';
import type { StoredEntry } from '../../ports/store';

/**
 * What can happen to a queued change.
 * `due`: the time of *Undo* is over. `undo`: a person took it back in time.
 * `begin`: a process starts; whatever was being sent when the last one ended may have arrived.
 * `send`: it goes out now; the first time, the store gives the revision of the commit that says so.
 * `done`: the service has it. `retry`: certainly not applied, again later.
 * `lost`: it may have been applied. `absent`: a look at the service shows that it was not.
 * `stuck`: it needs a person. `release`: the person says that it can go. `offerUndo`: it can go
 * because the service took another one, and had an *Undo*, whose time starts again. `doubt`: the service has
 * to be looked at first, whatever the person wants. `discard`: the person drops it.
 */
export type EntryEvent =
  | { readonly kind: 'due' | 'undo' | 'send' | 'done' | 'lost' | 'absent' }
  | { readonly kind: 'release' | 'doubt' | 'discard' }
  /** `lookFrom`: what was under way is given the time to arrive before anybody looks for it. */
  | { readonly kind: 'begin'; readonly undoUntil: number; readonly lookFrom: number }
  | { readonly kind: 'offerUndo'; readonly undoUntil: number }
  /** `isFailure`: the service failed, in contrast to a connection that is down. */
  | { readonly kind: 'retry'; readonly notBefore: number | null; readonly isFailure: boolean }
  | { readonly kind: 'stuck'; readonly trouble: Trouble };

/** The kinds of what can happen to a queued change. */
export type EntryEventKind = EntryEvent['kind'];

/**
 * Where each event leads from each state; an event that is missing can't happen there.
 *
 * ```
 *   held first             every other change
 *     │                            │
 *     ▼            due             ▼      send                done
 *   held ──────────────────────► waiting ─────► sending ───────────────► sent
 *     │ ╰─ begin: held           ▲  ▲  │  ◄──── │  │                     ▲
 *     │                   absent │  │  │  retry │  │ lost, begin         │ done
 *     │                          │  │  │        │  ▼                     │
 *     │                          ╰──┼──┼──────── unsure ─────────────────┤
 *     │                             │  │        │  │  ▲                  │
 *     │ undo                release │  │ stuck  │  │  │ doubt            │
 *     │                             │  ▼        ▼  ▼  │                  │
 *     │     held ◄── offerUndo ──── attention ────────╯ ─────────────────╯
 *     ▼
 *   discarded ◄── discard ── held, waiting, unsure, attention
 * ```
 *
 * Held first are deletes, deactivations and dissociations, and all that one action enters together
 * (`isHeldFirst` in the contract).
 * `retry` leaves waiting and unsure where they are, for a later attempt; `undo` also takes back what
 * is waiting; `done` from waiting: it is so already; `stuck` comes from waiting, sending and unsure.
 * What is being sent can't be discarded: it may arrive any moment.
 */
export const transitions: Readonly<
  Record<EntryState, Readonly<Partial<Record<EntryEventKind, EntryState>>>>
> = {
  held: { begin: 'held', due: 'waiting', undo: 'discarded', discard: 'discarded' },
  waiting: {
    begin: 'waiting',
    undo: 'discarded',
    send: 'sending',
    done: 'sent',
    retry: 'waiting',
    stuck: 'attention',
    discard: 'discarded',
  },
  sending: {
    begin: 'unsure',
    done: 'sent',
    retry: 'waiting',
    lost: 'unsure',
    stuck: 'attention',
  },
  unsure: {
    begin: 'unsure',
    done: 'sent',
    retry: 'unsure',
    absent: 'waiting',
    stuck: 'attention',
    discard: 'discarded',
  },
  attention: {
    begin: 'attention',
    done: 'sent',
    release: 'waiting',
    offerUndo: 'held',
    doubt: 'unsure',
    discard: 'discarded',
  },
  sent: {},
  discarded: {},
};

/** States in which nothing happens to an entry any more. */
export function isSettled(state: EntryState): boolean {
  return state === 'sent' || state === 'discarded';
}

/**
 * Whether a change has certainly not reached the service: it can be dropped, or made another one,
 * as if it had never been. Of what is in doubt nobody can say that.
 */
export function isCertainlyUnsent({ state, trouble }: StoredEntry): boolean {
  if (state === 'held' || state === 'waiting') return true;
  return state === 'attention' && !isInDoubt(trouble);
}

/** Whether nobody knows about a change that needs a person if it was applied. */
export function isInDoubt(trouble: Trouble | null): boolean {
  const kind = trouble?.kind;
  return kind === 'uncertain' || kind === 'recovered' || kind === 'lookalike';
}

/** Whether an event can happen in a state. */
export function isPossible(state: EntryState, event: EntryEventKind): boolean {
  return transitions[state][event] !== undefined;
}

/**
 * An entry after an event. `at`: the moment, epoch milliseconds.
 * @throws FleetdeskError `conflict`/`entry-done` for an event that can't happen in its state
 */
export function advance(entry: StoredEntry, event: EntryEvent, at: number): StoredEntry {
  const state = transitions[entry.state][event.kind];
  if (state === undefined) throw impossible(entry, event.kind);
  if (event.kind === 'begin' && state === entry.state && state !== 'held') return entry;
  const changed: StoredEntry = { ...entry, state, changedAt: at };
  switch (event.kind) {
    case 'begin':
      // The time of *Undo* runs again: nobody could press it while the app was gone.
      return state === 'held'
        ? { ...changed, notBefore: event.undoUntil }
        : { ...changed, notBefore: event.lookFrom, wasInDoubt: true };
    case 'send':
      return { ...changed, notBefore: null, attempts: entry.attempts + 1 };
    case 'retry': {
      const { notBefore, isFailure } = event;
      // What never reached the service was no attempt, however often the connection is down.
      const isUncounted = entry.state === 'sending' && !isFailure;
      const isLookFailed = entry.state !== 'sending' && isFailure;
      const attempts = entry.attempts + (isLookFailed ? 1 : isUncounted ? -1 : 0);
      return { ...changed, notBefore, attempts };
    }
    case 'stuck':
      return { ...changed, notBefore: null, trouble: event.trouble };
    case 'release':
      return { ...changed, notBefore: null, trouble: null, attempts: 0, pack: null };
    case 'offerUndo':
      return {
        ...{ ...changed, notBefore: event.undoUntil, trouble: null },
        ...{ attempts: 0, pack: null },
      };
    case 'doubt':
      return {
        ...{ ...changed, notBefore: null, trouble: null, attempts: 0, pack: null },
        wasInDoubt: true,
      };
    case 'done':
      return { ...changed, notBefore: null, trouble: null, password: null, sentAt: at };
    case 'undo':
    case 'discard':
      return { ...changed, notBefore: null, trouble: null, password: null };
    case 'lost':
      return { ...changed, notBefore: null, wasInDoubt: true };
    case 'due':
    case 'absent':
      return { ...changed, notBefore: null };
  }
}

function impossible({ id, state }: StoredEntry, event: EntryEventKind): FleetdeskError {
  return new FleetdeskError({
    code: 'conflict',
    reason: 'entry-done',
    message: `The change ${id} is ${state}: "${event}" is not possible any more.`,
  });
}
