import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { entryStates, type EntryState } from '@contract/outbox';
import { newEntry } from '@core/outbox/entering/new-entry';
import {
  advance,
  isPossible,
  isSettled,
  transitions,
  type EntryEvent,
  type EntryEventKind,
} from '@core/outbox/entries/state-machine';
import type { StoredEntry } from '@core/ports/store';
import { VirtualClock } from '../../virtual-clock';

const clock = new VirtualClock();
const AT = clock.now() + 5;

function entryIn(state: EntryState, content: Partial<StoredEntry> = {}): StoredEntry {
  const random = { fraction: () => 0.5, id: () => 'e1' };
  const subject = { collection: 'users' as const, key: 'U1', label: 'Ana' };
  return newEntry({ clock, random }, { kind: 'create', subject, password: 'x', ...content, state });
}

const events: Readonly<Record<EntryEventKind, EntryEvent>> = {
  due: { kind: 'due' },
  undo: { kind: 'undo' },
  begin: { kind: 'begin', undoUntil: AT + 10_000, lookFrom: AT + 3_000 },
  send: { kind: 'send' },
  done: { kind: 'done' },
  retry: { kind: 'retry', notBefore: AT + 1, isFailure: true },
  lost: { kind: 'lost' },
  absent: { kind: 'absent' },
  stuck: { kind: 'stuck', trouble: { kind: 'gone' } },
  release: { kind: 'release' },
  offerUndo: { kind: 'offerUndo', undoUntil: AT + 10_000 },
  doubt: { kind: 'doubt' },
  discard: { kind: 'discard' },
};
const kinds = Object.keys(events) as EntryEventKind[];

/** The whole machine, as behaviour asks for it: from, what happens, to. */
const table: readonly [EntryState, EntryEventKind, EntryState][] = [
  ['held', 'begin', 'held'],
  ['held', 'due', 'waiting'],
  ['held', 'undo', 'discarded'],
  ['held', 'discard', 'discarded'],
  ['waiting', 'begin', 'waiting'],
  ['waiting', 'undo', 'discarded'],
  ['waiting', 'send', 'sending'],
  ['waiting', 'done', 'sent'],
  ['waiting', 'retry', 'waiting'],
  ['waiting', 'stuck', 'attention'],
  ['waiting', 'discard', 'discarded'],
  ['sending', 'begin', 'unsure'],
  ['sending', 'done', 'sent'],
  ['sending', 'retry', 'waiting'],
  ['sending', 'lost', 'unsure'],
  ['sending', 'stuck', 'attention'],
  ['unsure', 'begin', 'unsure'],
  ['unsure', 'done', 'sent'],
  ['unsure', 'retry', 'unsure'],
  ['unsure', 'absent', 'waiting'],
  ['unsure', 'stuck', 'attention'],
  ['unsure', 'discard', 'discarded'],
  ['attention', 'begin', 'attention'],
  ['attention', 'done', 'sent'],
  ['attention', 'release', 'waiting'],
  ['attention', 'offerUndo', 'held'],
  ['attention', 'doubt', 'unsure'],
  ['attention', 'discard', 'discarded'],
];

describe('the machine', () => {
  const pairs = entryStates.flatMap((state) => kinds.map((kind) => [state, kind] as const));

  it.each(pairs)('from %s by %s', (state, kind) => {
    const to = table.find(([from, event]) => from === state && event === kind)?.[2];
    expect(isPossible(state, kind)).toBe(to !== undefined);
    if (to === undefined) {
      const error = catchError(() => advance(entryIn(state), events[kind], AT));
      expect(error).toMatchObject({ code: 'conflict', reason: 'entry-done' });
      return;
    }
    expect(advance(entryIn(state), events[kind], AT).state).toBe(to);
  });

  it('names every state, and leaves none of those that are settled', () => {
    expect(Object.keys(transitions).sort()).toEqual([...entryStates].sort());
    expect(entryStates.filter(isSettled)).toEqual(['sent', 'discarded']);
    for (const state of entryStates.filter(isSettled)) expect(transitions[state]).toEqual({});
  });

  it('never sends what may have been applied without a look: only absent leads back', () => {
    const ways = table.filter(([from, , to]) => from === 'unsure' && to === 'waiting');
    expect(ways).toEqual([['unsure', 'absent', 'waiting']]);
    expect(table.filter(([, , to]) => to === 'sending')).toEqual([['waiting', 'send', 'sending']]);
  });
});

describe('what an event leaves', () => {
  it('counts attempts and keeps the revision that the store gave the first one', () => {
    const first = advance(entryIn('waiting', { notBefore: AT }), events.send, AT);
    expect(first).toMatchObject({ attempts: 1, firstSentAt: null, notBefore: null, changedAt: AT });
    const back = advance({ ...first, firstSentAt: 7 }, events.retry, AT);
    const second = advance(back, events.send, AT);
    expect(second).toMatchObject({ attempts: 2, firstSentAt: 7 });
  });

  it('does not count what never reached the service', () => {
    const sending = entryIn('sending', { attempts: 1 });
    const event: EntryEvent = { kind: 'retry', notBefore: null, isFailure: false };
    expect(advance(sending, event, AT).attempts).toBe(0);
  });

  it('counts a failed look', () => {
    expect(advance(entryIn('unsure', { attempts: 2 }), events.retry, AT)).toMatchObject({
      attempts: 3,
      notBefore: AT + 1,
    });
  });

  it('gives a held delete its whole time again', () => {
    const held = entryIn('held', { kind: 'delete', notBefore: AT - 1 });
    expect(advance(held, events.begin, AT).notBefore).toBe(AT + 10_000);
  });

  it('gives what was under way the time to arrive', () => {
    expect(advance(entryIn('sending'), events.begin, AT).notBefore).toBe(AT + 3_000);
  });

  it('leaves alone what a start does not concern', () => {
    for (const state of ['waiting', 'unsure', 'attention'] as const) {
      const entry = entryIn(state, { notBefore: AT + 77 });
      expect(advance(entry, events.begin, AT)).toBe(entry);
    }
  });

  it('wipes the password once nobody needs it', () => {
    expect(advance(entryIn('sending'), events.done, AT)).toMatchObject({
      password: null,
      sentAt: AT,
    });
    expect(advance(entryIn('waiting'), events.discard, AT).password).toBeNull();
    expect(advance(entryIn('sending'), events.stuck, AT).password).toBe('x');
    expect(advance(entryIn('sending'), events.lost, AT).password).toBe('x');
  });

  it('begins again where a person lets it go', () => {
    const stuck = entryIn('attention', { attempts: 6, pack: 2, trouble: { kind: 'gone' } });
    const fresh = { attempts: 0, pack: null, trouble: null, notBefore: null };
    expect(advance(stuck, events.release, AT)).toMatchObject({ state: 'waiting', ...fresh });
    expect(advance(stuck, events.doubt, AT)).toMatchObject({ state: 'unsure', ...fresh });
    const held = { state: 'held', ...fresh, notBefore: AT + 10_000 };
    expect(advance(stuck, events.offerUndo, AT)).toMatchObject(held);
  });
});

function catchError(action: () => unknown): unknown {
  try {
    action();
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('nothing was thrown');
}
