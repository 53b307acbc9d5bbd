import { FleetdeskError } from '@contract/errors';
import { canBeUndone } from '@contract/outbox';
import type { Fields } from '@contract/records';
import type { StoredEntry } from '../../ports/store';
import { valueAt } from '../../fleet/field-values';
import { inOrder } from '../entries/entries-by-key';
import { changesFields } from '../entries/entry-book';
import { joinFields } from './editing';
import {
  afterEdit,
  filledFields,
  isIdentical,
  openEntry,
  subjectOf,
  withCurrentKeys,
  type EntryTools,
} from './new-entry';
import { rebaseLater } from '../sending/results';
import { checkFields } from './check-fields';
import { advance, isCertainlyUnsent, isInDoubt } from '../entries/state-machine';
import { MOST_ATTEMPTS } from '../sending/tools';

/** What an undo took back, and what of the same action stays: it was sent, or may have been. */
export interface UndoneEntries {
  readonly undone: readonly StoredEntry[];
  readonly stays: readonly StoredEntry[];
}

/** What a person decides about queued changes that need it. */
export class Deciding {
  readonly #tools: EntryTools;

  constructor(tools: EntryTools) {
    this.#tools = tools;
  }

  /** What a discard of an entry drops with it, and what it lets go. */
  discardEffects(id: string): { dropped: StoredEntry[]; released: StoredEntry[] } {
    const { book } = this.#tools.journal;
    const entry = openEntry(book, id);
    const dropped = book.dependentsOf(id);
    return { dropped, released: book.releasedBy([entry, ...dropped]) };
  }

  /**
   * Drops a change and what depends on it; `withReleased`: also what only waited for these. What
   * is being sent can't be dropped.
   */
  discard(id: string, { withReleased }: { withReleased: boolean }): Promise<void> {
    return this.#change(id, (entry, at) => {
      const { dropped, released } = this.discardEffects(id);
      return this.#drop([entry, ...dropped, ...(withReleased ? released : [])], at);
    });
  }

  /**
   * Takes back a change that has not gone out, with all of its action that certainly has not
   * either. What reached the service, or may have, stays. Removals that waited for an addition are
   * taken back with it: a vehicle must not lose its device because another one doesn't come.
   */
  async undo(id: string): Promise<UndoneEntries> {
    const undone: StoredEntry[] = [];
    const stays: StoredEntry[] = [];
    await this.#change(id, async (entry, at) => {
      if (!canBeUndone(entry)) throw pastUndo(entry);
      const { book } = this.#tools.journal;
      const parts = [entry, ...book.togetherWith(entry)];
      const unsent = this.#withRemovals(parts.filter(isCertainlyUnsent));
      stays.push(
        ...(await this.#sentOf(entry)),
        ...parts.filter((part) => !isCertainlyUnsent(part)).sort(inOrder),
      );
      const all = new Set(
        unsent.flatMap((part) => [part, ...book.dependentsOf(part.id, isCertainlyUnsent)]),
      );
      const dropped = this.#drop([...all], at).map((each) =>
        each.id === id ? advance(entry, { kind: 'undo' }, at) : each,
      );
      const ids = new Set(unsent.map((part) => part.id));
      undone.push(...dropped.filter((each) => ids.has(each.id)).sort(inOrder));
      return dropped;
    });
    return { undone, stays };
  }

  /** Changes, and the removals from the same vehicles that only waited for additions among them. */
  #withRemovals(changes: readonly StoredEntry[]): StoredEntry[] {
    const additions = changes.filter(({ kind }) => kind === 'associate');
    const isAbout = (removal: StoredEntry) =>
      additions.some(
        ({ side, subject }) => side === removal.side && subject.key === removal.subject.key,
      );
    const removals = this.#tools.journal.book
      .releasedBy(additions)
      .filter((each) => each.kind === 'dissociate' && isCertainlyUnsent(each) && isAbout(each));
    return [...new Set([...changes, ...removals])];
  }

  /** The parts of an entry's action that the service has, in their order. */
  async #sentOf({ action, subject, other }: StoredEntry): Promise<StoredEntry[]> {
    if (action === null) return [];
    const { store } = this.#tools.journal;
    // The parts share one record at least, and its history has those that are done.
    const about = other === null ? [subject] : [subject, other];
    const past = await Promise.all(
      about.map(({ collection, key }) => store.history(collection, key)),
    );
    const sent = past.flat().filter((each) => each.action === action && each.state === 'sent');
    return [...new Map(sent.map((each) => [each.id, each])).values()].sort(inOrder);
  }

  #discard(entry: StoredEntry, at: number): StoredEntry[] {
    return this.#drop([entry, ...this.#tools.journal.book.dependentsOf(entry.id)], at);
  }

  /** Entries as dropped, and the later ones that were made with them in view. */
  #drop(entries: readonly StoredEntry[], at: number): StoredEntry[] {
    const { journal } = this.#tools;
    const laters = new Map<string, StoredEntry>();
    for (const entry of entries.toSorted(inOrder)) {
      // Of two that are dropped, the later one's base is the earlier one's by now.
      const base = laters.get(entry.id)?.base ?? entry.base;
      for (const later of rebaseLater(journal, entry, base)) laters.set(later.id, later);
    }
    const dropped = entries.map((entry) => advance(entry, { kind: 'discard' }, at));
    for (const { id } of dropped) laters.delete(id);
    return [...dropped, ...laters.values()];
  }

  /** Sends a change again with its content put right. */
  async correct(correction: { entryId: string; fields: Fields; password?: string }): Promise<void> {
    const { journal } = this.#tools;
    await this.#change(correction.entryId, async (entry, at) => {
      const fields = await withCurrentKeys(journal, correction.fields);
      return this.#correct(entry, { fields, password: correction.password ?? null }, at);
    });
  }

  async #correct(
    entry: StoredEntry,
    { fields: wanted, password: given }: { fields: Fields; password: string | null },
    at: number,
  ): Promise<StoredEntry[]> {
    const { journal } = this.#tools;
    const { collection, key } = entry.subject;
    // What may be at the service as it was can't become something else and go out again.
    if (isInDoubt(entry.trouble)) throw otherTrouble(entry);
    const free = advance(entry, { kind: 'release' }, at);
    if (!changesFields(entry)) return [free];
    const isNew = entry.kind === 'create';
    const password = isNew && collection === 'users' ? (given ?? entry.password) : null;
    const visible = (await journal.record(collection, key))?.fields ?? {};
    const joined = joinFields(entry, wanted, visible);
    const fields = isNew ? filledFields(joined.fields) : joined.fields;
    checkFields(collection, fields, { isNew, hasPassword: password !== null });
    if (Object.keys(fields).length === 0) return this.#discard(entry, at);
    const after = afterEdit(journal.book, entry, fields);
    const subject = isNew ? subjectOf(collection, key, fields) : entry.subject;
    const corrected = { ...free, subject, fields, base: joined.base, password, after };
    return [corrected, ...rebaseLater(journal, entry, fields)];
  }

  /** Settles a conflict: each field becomes what a person chose. */
  resolve({ entryId, fields: chosen }: { entryId: string; fields: Fields }): Promise<void> {
    return this.#change(entryId, (entry, at) => {
      const { trouble } = entry;
      if (trouble?.kind !== 'conflict') throw otherTrouble(entry);
      const mine = new Map(Object.entries(entry.fields));
      const bases = new Map(Object.entries(entry.base));
      const left = new Map(mine);
      for (const conflict of trouble.fields) {
        const { field, theirs } = conflict;
        const wanted =
          valueAt(chosen, field) ?? (Object.hasOwn(chosen, field) ? null : conflict.mine);
        left.set(field, wanted);
        if (theirs === undefined || !isIdentical(theirs, wanted)) {
          mine.set(field, wanted);
          if (theirs === undefined) bases.delete(field);
          else bases.set(field, theirs);
        } else {
          // What the others set stays.
          mine.delete(field);
          bases.delete(field);
        }
      }
      const laters = rebaseLater(this.#tools.journal, entry, Object.fromEntries(left));
      const fields = Object.fromEntries(mine);
      const base = Object.fromEntries(bases);
      const free = { ...advance(entry, { kind: 'release' }, at), fields, base };
      if (mine.size > 0) return [free, ...laters];
      return [advance(entry, { kind: 'discard' }, at), ...laters];
    });
  }

  /**
   * What a person decides about a change of which nobody knows whether it was applied, about one
   * that the service failed to take, or about a delete of what others changed.
   */
  decide(decision: { entryId: string; verdict: 'applied' | 'sendAgain' }): Promise<void> {
    return this.#change(decision.entryId, (entry, at) => {
      const kind = entry.trouble?.kind;
      if (kind === undefined || kind === 'conflict') throw otherTrouble(entry);
      if (decision.verdict === 'applied') return this.#takeAsApplied(entry, at);
      // What the service has is none of this change, so its refusal may be reported as one.
      if (kind === 'lookalike') {
        return [{ ...advance(entry, { kind: 'release' }, at), wasInDoubt: false }];
      }
      // Nobody has looked yet whether a recovered change was sent.
      return [advance(entry, { kind: kind === 'recovered' ? 'doubt' : 'release' }, at)];
    });
  }

  #takeAsApplied(entry: StoredEntry, at: number): StoredEntry[] {
    if (!isInDoubt(entry.trouble)) throw otherTrouble(entry);
    const isMaking = entry.kind === 'create' || entry.kind === 'associate';
    if (!isMaking) return [advance(entry, { kind: 'done' }, at)];
    // Only the service knows what it is called. So it is looked for once more, and is not sent
    // again whatever that shows; where it is not found the question stays open.
    const taken = entry.trouble?.kind === 'lookalike' ? entry.trouble.key : null;
    return [{ ...advance(entry, { kind: 'doubt' }, at), attempts: MOST_ATTEMPTS, taken }];
  }

  #change(
    id: string,
    action: (entry: StoredEntry, at: number) => StoredEntry[] | Promise<StoredEntry[]>,
  ): Promise<void> {
    const { journal, clock } = this.#tools;
    return journal.exclusively(async () => {
      const entries = await action(openEntry(journal.book, id), clock.now());
      await journal.write({ entries });
    });
  }
}

function pastUndo({ id, kind, state }: StoredEntry): FleetdeskError {
  return new FleetdeskError({
    code: 'conflict',
    reason: 'entry-done',
    message: `The change ${id} (${kind}) is ${state}: it can't be taken back.`,
  });
}

function otherTrouble({ id, state, trouble }: StoredEntry): FleetdeskError {
  return new FleetdeskError({
    code: 'conflict',
    reason: 'entry-done',
    message: `The change ${id} is ${trouble?.kind ?? state}: that can't be decided about it.`,
  });
}
