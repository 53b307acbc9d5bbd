import type { OutboxEntry } from '@contract/outbox';
import type { RecordMark, RecordName } from '@contract/records';

/** What is known of a change when it is made; the rest follows from its kind. */
export type FakeEntryDraft = Pick<OutboxEntry, 'kind' | 'subject'> &
  Partial<Omit<OutboxEntry, 'kind' | 'subject'>>;

type Listener = (changed: readonly OutboxEntry[]) => void;

const isDone = ({ state }: OutboxEntry) => state === 'sent' || state === 'discarded';

const marks: Record<OutboxEntry['state'], RecordMark> = {
  held: 'waiting',
  waiting: 'waiting',
  sending: 'sending',
  unsure: 'sending',
  attention: 'attention',
  sent: 'none',
  discarded: 'none',
};
const strongest: readonly RecordMark[] = ['attention', 'deleting', 'sending', 'waiting'];

/**
 * The queued changes of the fake office: the fake records add them and show their marks, the fake
 * outbox lists, sends and settles them. Both hear of every change.
 */
export function createFakeEntries(now: () => number) {
  const entries = new Map<string, OutboxEntry>();
  const listeners = new Set<Listener>();
  let last = 0;

  function put(entry: OutboxEntry): OutboxEntry {
    entries.set(entry.id, entry);
    for (const listener of [...listeners]) listener([entry]);
    return entry;
  }

  const isAbout = (entry: OutboxEntry, { collection, key }: RecordName) =>
    [entry.subject, entry.other].some(
      (each) => each?.collection === collection && each.key === key,
    );

  return {
    /** What is not done, in the order it was made. */
    open: () => [...entries.values()].filter((entry) => !isDone(entry)),
    get: (id: string) => entries.get(id),
    /** All that ever was about a record, the newest first. */
    history: (name: RecordName) =>
      [...entries.values()].filter((entry) => isAbout(entry, name)).reverse(),
    /** What is not done and changes a record itself. */
    openOf: ({ collection, key }: RecordName) =>
      [...entries.values()].filter(
        ({ subject, other, ...entry }) =>
          !isDone({ subject, other, ...entry }) &&
          other === null &&
          subject.collection === collection &&
          subject.key === key,
      ),
    markOf(about: readonly OutboxEntry[]): RecordMark {
      const found = about.map(({ kind, state }) =>
        kind === 'delete' && marks[state] !== 'attention' && marks[state] !== 'none'
          ? 'deleting'
          : marks[state],
      );
      return strongest.find((mark) => found.includes(mark)) ?? 'none';
    },
    add(draft: FakeEntryDraft): OutboxEntry {
      last += 1;
      return put({
        id: `entry-${last}`,
        other: null,
        side: null,
        action: null,
        fields: {},
        base: {},
        hasPassword: false,
        state: 'waiting',
        holdUp: { kind: 'queue' },
        trouble: null,
        createdAt: now(),
        changedAt: now(),
        sentAt: null,
        attempts: 0,
        storedDifferently: [],
        ...draft,
      });
    },
    change(id: string, change: Partial<OutboxEntry>): void {
      const entry = entries.get(id);
      if (entry) put({ ...entry, ...change, changedAt: now() });
    },
    /** Hears of every entry that came or changed, until the answer is called. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The queued changes of the fake office. */
export type FakeEntries = ReturnType<typeof createFakeEntries>;
