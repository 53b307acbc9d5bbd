import type { BridgeCalls } from '@contract/bridge';
import type { Result } from '@contract/errors';
import type {
  DeletedRecord,
  HoldUp,
  OutboxEntry,
  OutboxPatch,
  OutboxSnapshot,
} from '@contract/outbox';
import type { FakeEntries } from './entries';

/** What the fake outbox stands on. */
export type FakeOutboxOptions = {
  entries: FakeEntries;
  /** What was deleted in this office before. */
  deleted: readonly DeletedRecord[];
  now(): number;
  /** Why nothing at all is sent at the moment; null while the line is up. */
  blocked(): HoldUp | null;
  publish(patch: OutboxPatch): void;
  answer<T>(channel: string, make: () => T): Promise<Result<T>>;
};

const isDone = ({ state }: OutboxEntry) => state === 'sent' || state === 'discarded';

/** The outbox of the fake office: it lists, sends and settles what the fake records queue. */
export function createFakeOutbox(options: FakeOutboxOptions) {
  const { entries, now, answer } = options;
  let isPaused = false;
  let deleted = [...options.deleted];

  /** What holds everything up is told in place of an entry's own reason. */
  function shown(entry: OutboxEntry): OutboxEntry {
    if (entry.state !== 'waiting' || entry.holdUp?.kind === 'after') return entry;
    const holdUp = options.blocked() ?? (isPaused ? { kind: 'paused' as const } : entry.holdUp);
    return { ...entry, holdUp };
  }

  const ready = () =>
    entries.open().filter((entry) => {
      if (entry.state !== 'waiting' || shown(entry).holdUp?.kind !== 'queue') return false;
      return !isPaused && options.blocked() === null;
    });
  const secondsLeft = () => (ready().length === 0 ? null : Math.ceil(ready().length * 1.25));

  function tell(changed: readonly OutboxEntry[]): void {
    options.publish({
      changed: changed.map(shown),
      removed: changed.filter(isDone).map(({ id }) => id),
      isPaused,
      secondsLeft: secondsLeft(),
    });
  }
  entries.subscribe(tell);

  function dependentsOf(id: string): OutboxEntry[] {
    const next = entries
      .open()
      .filter(({ holdUp }) => holdUp?.kind === 'after' && holdUp.entryId === id);
    return next.flatMap((entry) => [entry, ...dependentsOf(entry.id)]);
  }

  function finish(entry: OutboxEntry): void {
    if (entry.kind === 'delete') {
      const { id, subject, base } = entry;
      const lost = subject.collection === 'users' ? ['id', 'password'] : ['id'];
      const kept = { subject, fields: base, associations: [], lost, recreatedAs: null };
      deleted = [{ id: `deleted-${id}`, deletedAt: now(), ...kept }, ...deleted];
    }
    entries.change(entry.id, {
      state: 'sent',
      sentAt: now(),
      holdUp: null,
      trouble: null,
      hasPassword: false,
    });
    for (const each of dependentsOf(entry.id)) {
      if (each.holdUp?.kind === 'after' && each.holdUp.entryId === entry.id) queue(each.id);
    }
  }

  function queue(id: string, change: Partial<OutboxEntry> = {}): void {
    entries.change(id, { state: 'waiting', holdUp: { kind: 'queue' }, trouble: null, ...change });
  }

  function discard(id: string): void {
    for (const each of dependentsOf(id)) entries.change(each.id, { state: 'discarded' });
    entries.change(id, { state: 'discarded', holdUp: null, trouble: null });
  }

  /** One step of time: what is being sent arrives, the next in line goes out. */
  function tick(): void {
    for (const entry of entries.open()) {
      const { state, holdUp } = entry;
      if (state === 'sending') finish(entry);
      if (state === 'held' && holdUp?.kind === 'undo' && holdUp.until <= now()) queue(entry.id);
      if (state === 'waiting' && holdUp?.kind === 'retry' && holdUp.at <= now()) queue(entry.id);
    }
    const [next] = ready();
    if (next) {
      entries.change(next.id, { state: 'sending', holdUp: null, attempts: next.attempts + 1 });
    }
  }

  const calls: BridgeCalls<number>['outbox'] = {
    sendNow: () =>
      answer('outbox.sendNow', () => {
        for (const { id, state, holdUp } of entries.open()) {
          if (state === 'waiting' && holdUp?.kind === 'retry') queue(id);
        }
        tick();
        return undefined;
      }),
    pause: (wanted) =>
      answer('outbox.pause', () => {
        isPaused = wanted;
        tell(entries.open());
        return undefined;
      }),
    discardEffects: (id) =>
      answer('outbox.discardEffects', () => ({
        dropped: dependentsOf(id).map(shown),
        released: [],
      })),
    discard: ({ entryId }) =>
      answer('outbox.discard', () => {
        discard(entryId);
        return undefined;
      }),
    undo: (id) =>
      answer('outbox.undo', () => {
        discard(id);
        return undefined;
      }),
    correct: ({ entryId, fields }) =>
      answer('outbox.correct', () => {
        queue(entryId, { fields: { ...entries.get(entryId)?.fields, ...fields } });
        return undefined;
      }),
    resolve: ({ entryId, fields }) =>
      answer('outbox.resolve', () => {
        queue(entryId, { fields: { ...entries.get(entryId)?.fields, ...fields } });
        return undefined;
      }),
    decide: ({ entryId, verdict }) =>
      answer('outbox.decide', () => {
        const entry = entries.get(entryId);
        if (entry && verdict === 'applied') finish(entry);
        else queue(entryId);
        return undefined;
      }),
  };

  return {
    calls,
    tick,
    snapshot: (): OutboxSnapshot => ({
      entries: entries.open().map(shown),
      isPaused,
      secondsLeft: secondsLeft(),
    }),
    /** The line came or went: what waits has another reason now. */
    refresh(): void {
      tell(entries.open());
    },
    /** Ends what is not done, as a sign-out that keeps nothing does. */
    discardAll(): void {
      for (const { id } of entries.open()) discard(id);
    },
    deleted: () => answer('records.deleted', () => deleted),
    recreate: ({ deletedId }: { deletedId: string; password?: string | undefined }) =>
      answer('records.recreate', () => {
        const found = deleted.find(({ id }) => id === deletedId);
        if (!found) return { entryId: '', key: '' };
        const key = `local:${deletedId.replaceAll(/\W/g, '')}anew00000000`;
        const { fields, subject } = found;
        deleted = deleted.map((each) => (each === found ? { ...each, recreatedAs: key } : each));
        const entry = entries.add({
          kind: 'create',
          subject: { ...subject, key },
          fields,
          hasPassword: subject.collection === 'users',
        });
        return { entryId: entry.id, key };
      }),
  };
}

/** The outbox of the fake office. */
export type FakeOutbox = ReturnType<typeof createFakeOutbox>;
