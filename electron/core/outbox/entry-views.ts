import type { HoldUp, OutboxEntry, OutboxPatch, OutboxSnapshot } from '@contract/outbox';
import { Feed } from '../feed';
import type { StoredEntry } from '../ports/store';
import type { Profile } from '../service/profile';
import type { Dispatcher, OutboxLink } from './sending/dispatcher';
import { holdUpOf, requestsFor } from './sending/estimates';
import type { Journal } from './entries/journal';

/** An entry as screens show it: without its password, with why it waits. */
function viewOf(entry: StoredEntry, holdUp: HoldUp | null): OutboxEntry {
  const { id, kind, subject, other, side, fields, base, state, trouble } = entry;
  return {
    ...{ id, kind, subject, other, side, fields, action: entry.action },
    // A delete shows what it takes away.
    base: kind === 'delete' ? (entry.snapshot?.fields ?? base) : base,
    hasPassword: entry.password !== null,
    ...{ state, holdUp, trouble },
    createdAt: entry.createdAt,
    changedAt: entry.changedAt,
    sentAt: entry.sentAt,
    attempts: entry.attempts,
    storedDifferently: [...entry.storedDifferently],
  };
}

interface Shown {
  readonly entry: StoredEntry;
  readonly holdUp: string;
}

/** A pause is shown as the same one while its end is told within this, milliseconds. */
const SAME_MOMENT = 1_000;

/** The outbox as screens show it, and what changed of it since they were sent it last. */
export class EntryViews {
  readonly #journal: Journal;
  readonly #dispatcher: Dispatcher;
  readonly #link: OutboxLink;
  readonly #profile: Profile;
  readonly #feed = new Feed<OutboxPatch>('the outbox');
  #shown = new Map<string, Shown>();
  #terms = '';
  #isDue = false;

  constructor(options: {
    journal: Journal;
    dispatcher: Dispatcher;
    link: OutboxLink;
    profile: Profile;
  }) {
    this.#journal = options.journal;
    this.#dispatcher = options.dispatcher;
    this.#link = options.link;
    this.#profile = options.profile;
  }

  snapshot(): OutboxSnapshot {
    const { open } = this.#journal.book;
    return { entries: open.map((entry) => this.view(entry)), ...this.#totals() };
  }

  subscribe(listener: (patch: OutboxPatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** An entry, open or not, as screens show it. */
  view(entry: StoredEntry): OutboxEntry {
    const now = this.#journal.book.get(entry.id) ?? entry;
    return viewOf(now, this.#holdUp(now));
  }

  /** Something changed; what that is, is published once all that happens now has happened. */
  refresh(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void Promise.resolve().then(() => {
      this.#isDue = false;
      this.#flush();
    });
  }

  #flush(): void {
    const shown = new Map<string, Shown>();
    // What ended is published as it ended, once, before it is removed.
    const changed = this.#journal
      .takeSettled()
      .filter(({ id }) => this.#shown.has(id))
      .map((entry) => viewOf(entry, null));
    const { open } = this.#journal.book;
    for (const entry of open) {
      const holdUp = this.#holdUp(entry);
      const now = { entry, holdUp: wordsOf(holdUp) };
      const before = this.#shown.get(entry.id);
      shown.set(entry.id, now);
      if (before?.entry !== entry || before.holdUp !== now.holdUp)
        changed.push(viewOf(entry, holdUp));
    }
    const removed = [...this.#shown.keys()].filter((id) => !shown.has(id));
    this.#shown = shown;
    this.#dispatcher.waits.keepOnly((id) => shown.has(id));
    const totals = this.#totals();
    const terms = JSON.stringify(totals);
    if (changed.length + removed.length === 0 && terms === this.#terms) return;
    this.#terms = terms;
    this.#feed.publish({ changed, removed, ...totals });
  }

  #holdUp(entry: StoredEntry): HoldUp | null {
    const { waits, isPaused } = this.#dispatcher;
    return holdUpOf(entry, {
      book: this.#journal.book,
      waits,
      link: this.#link.state(),
      isPaused,
    });
  }

  #totals(): Pick<OutboxSnapshot, 'isPaused' | 'secondsLeft'> {
    const { isPaused, pace } = this.#dispatcher;
    if (isPaused || this.#link.state() !== 'online') return { isPaused, secondsLeft: null };
    const going = this.#journal.book.open.filter(
      ({ state }) => state === 'waiting' || state === 'sending' || state === 'unsure',
    );
    const requests = requestsFor(going, this.#profile);
    return { isPaused, secondsLeft: requests === 0 ? null : pace.secondsFor(requests) };
  }
}

/** A reason in a form that can be compared. */
function wordsOf(holdUp: HoldUp | null): string {
  if (holdUp === null) return '';
  if (holdUp.kind === 'retry') return `retry ${Math.round(holdUp.at / SAME_MOMENT)}`;
  if (holdUp.kind === 'undo') return `undo ${Math.round(holdUp.until / SAME_MOMENT)}`;
  return holdUp.kind === 'after' ? `after ${holdUp.entryId}` : holdUp.kind;
}
