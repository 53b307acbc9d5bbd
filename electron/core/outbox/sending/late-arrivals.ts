import { FleetdeskError } from '@contract/errors';
import { isLocalKey } from '@contract/records';
import { isSameRecord, valueAt } from '../../fleet/field-values';
import { RestingLoop } from '../../fleet/resting-loop';
import type { Random } from '../../ports/random';
import type { StoredAssociation, StoredEntry, ToldRecord } from '../../ports/store';
import { CallFailure } from '../../service/call-failure';
import { newEntry, subjectOf } from '../entering/new-entry';
import { renewSnapshot } from '../entries/deletions';
import type { Draft } from '../entries/journal';
import { isCertainlyUnsent } from '../entries/state-machine';
import { lateEffectOf, sentOnceMore, undoneFields, type LateEffect } from './late-effects';
import type { LostAnswers } from './lost-answers';
import { lookForCreated } from './look-for-created';
import { ServiceRecords } from './service-records';
import { readOutcomeOf } from './outcomes';
import type { Stray } from './strays';
import { PATIENCE, type Tools } from './tools';

/** How long it waits where nothing can be read or a change is being sent, milliseconds. */
const PAUSE = 15_000;

/** How long it waits at most after reads that failed, milliseconds: nobody waits for them. */
const LONGEST_PAUSE = 900_000;

/**
 * Notices requests that were given up and arrived later than anybody waits for them. Where such a
 * request would undo something that was sent since, the service is read back once, in the
 * background; where it did undo it, a person hears of it and can send theirs again. What the service
 * never returns is sent once more without a question.
 */
export class LateArrivals {
  readonly #tools: Tools;
  readonly #lostAnswers: LostAnswers;
  readonly #random: Random;
  readonly #records: ServiceRecords;
  readonly #onFault: (fault: unknown) => void;
  readonly #loop: RestingLoop;
  #turn: Promise<unknown> = Promise.resolve();
  /** No turn before this moment, whatever happens; monotonic. */
  #notBefore = 0;

  constructor(
    tools: Tools,
    options: { lostAnswers: LostAnswers; random: Random; onFault: (fault: unknown) => void },
  ) {
    const { service, signal, profile, clock } = tools;
    const { pageSize } = profile.limits;
    this.#tools = tools;
    this.#lostAnswers = options.lostAnswers;
    this.#random = options.random;
    this.#onFault = options.onFault;
    this.#records = new ServiceRecords({ service, signal, pageSize, lane: 'background' });
    this.#loop = new RestingLoop({ clock, turn: () => this.#follow(this.#takeTurn()) });
  }

  /** Begins; from now on {@link wake} tells of requests that were given up. */
  start(): void {
    this.#loop.start();
  }

  /** Begins no other turn, and lets the one under way come to its end. */
  async stop(): Promise<void> {
    this.#loop.stop();
    await this.#turn;
  }

  /** Requests were given up, or something can be read again. */
  wake(): void {
    this.#loop.hurry();
  }

  #follow(turn: Promise<number | null>): Promise<number | null> {
    this.#turn = turn;
    return turn;
  }

  /** Looks after what is due; answers when the next turn is, monotonic. */
  async #takeTurn(): Promise<number | null> {
    const { strays, clock, signal } = this.#tools;
    if (clock.monotonic() < this.#notBefore) return this.#notBefore;
    for (const stray of strays.due()) {
      if (signal.aborted) return null;
      if (!this.#tools.canGo()) {
        this.#notBefore = clock.monotonic() + PAUSE;
        break;
      }
      await this.#tryReadBack(stray);
    }
    const next = strays.nextDue();
    return next === null ? null : Math.max(next, this.#notBefore);
  }

  /** Reads back after a request; where that comes to no end, it is tried again later. */
  async #tryReadBack(stray: Stray): Promise<void> {
    const { strays } = this.#tools;
    const pause = Math.min(LONGEST_PAUSE, PAUSE * 2 ** stray.attempts);
    try {
      const end = await this.#readBack(stray).catch((caught: unknown) => {
        if (!isFinal(caught, stray)) throw caught;
        return this.#settleUnread(stray);
      });
      if (end === 'busy') strays.postpone(stray, PAUSE);
      if (end === 'older') strays.postpone(stray, pause, { isAttempt: true });
    } catch (caught) {
      strays.postpone(stray, pause, { isAttempt: true });
      // That the service can't be read is no fault of ours.
      if (!(caught instanceof FleetdeskError)) this.#onFault(caught);
    }
  }

  /**
   * Reads the service after a request, and tells what it undid. `busy`: something of its record is
   * under way here; `older`: the service answered what was there before.
   */
  async #readBack(stray: Stray): Promise<'done' | 'busy' | 'older'> {
    const { journal } = this.#tools;
    const entry = await this.#underPresentName(stray.entry);
    const before = await this.#effectOf(entry);
    if (before === 'busy') return 'busy';
    const look = before === null ? null : await this.#read(entry, before);
    if (look?.isOlder === true && stray.attempts < PATIENCE) return 'older';
    return journal.exclusively(async () => {
      // Reading takes its time: what was sent meanwhile makes it a picture of before.
      const now = await this.#effectOf(entry);
      if (now === 'busy' || textOf(now) !== textOf(before)) return 'busy';
      const made = now?.kind === 'record' ? look?.record : undefined;
      if (made !== undefined && (await this.#isMadeByAnother(entry, made.id))) return 'busy';
      return this.#settle(
        stray,
        look === null ? { entries: [] } : await this.#draft(entry, now, look),
      );
    });
  }

  /**
   * Comes to an end where the service never tells: asking again would only cost requests. Fields
   * that it never returns are sent once more all the same.
   */
  #settleUnread(stray: Stray): Promise<'done' | 'busy'> {
    return this.#tools.journal.exclusively(async () => {
      const entry = await this.#underPresentName(stray.entry);
      const effect = await this.#effectOf(entry);
      if (effect === 'busy') return 'busy';
      const entries = effect?.kind === 'fields' ? this.#onceMore(entry, effect) : [];
      return this.#settle(stray, { entries });
    });
  }

  /** Nothing is left to be done about a request, once that is written. */
  async #settle(stray: Stray, draft: Draft): Promise<'done'> {
    const update = this.#tools.strays.update(stray);
    await this.#tools.journal.write({ ...draft, after: update.changes });
    update.written();
    return 'done';
  }

  async #underPresentName(entry: StoredEntry): Promise<StoredEntry> {
    const { journal } = this.#tools;
    const { associationKey, other, subject } = entry;
    return {
      ...entry,
      subject: { ...subject, key: await journal.currentKey(subject.key) },
      other: other && { ...other, key: await journal.currentKey(other.key) },
      associationKey: associationKey && (await journal.currentKey(associationKey)),
    };
  }

  /** `busy`: its record is being sent, or its own change is looked for yet. */
  async #effectOf(stray: StoredEntry): Promise<LateEffect | null | 'busy'> {
    const { journal } = this.#tools;
    const { collection, key } = stray.subject;
    const open = journal.book.touching(key).filter(({ subject }) => subject.key === key);
    const own = journal.book.get(stray.id);
    const isUnderWay = ({ state }: StoredEntry): boolean =>
      state === 'sending' || state === 'unsure';
    if (open.some(isUnderWay) || (own !== undefined && isUnderWay(own))) return 'busy';
    // A record that is found may be of another create of the same, as long as that is in doubt.
    if (stray.kind === 'create' && journal.book.open.some(isSameInDoubt(stray))) return 'busy';
    const history = await journal.store.history(collection, key);
    const ofRecord = history.filter(({ subject }) => subject.key === key);
    return lateEffectOf(stray, ofRecord, own === undefined ? open : [...open, own]);
  }

  /** What the service has now where a request may have arrived; null where it can't be told. */
  async #read(stray: StoredEntry, effect: LateEffect): Promise<Picture | null> {
    const { collection, key } = stray.subject;
    switch (effect.kind) {
      case 'fields':
      case 'situation': {
        if (isLocalKey(key)) return null;
        const record = await this.#records.read(collection, key);
        if (record === null) return null;
        return { record, isOlder: await this.#lostAnswers.isOlder(stray, record) };
      }
      case 'association':
      case 'main': {
        const items = await this.#records.associations(key, stray.side ?? 'devices');
        return items && { associations: items };
      }
      case 'record': {
        const record = await this.#findTwin(stray);
        return record && { record };
      }
    }
  }

  /** A second record that a create made. */
  async #findTwin(stray: StoredEntry): Promise<ToldRecord | null> {
    const { journal, profile } = this.#tools;
    const { collection, key } = stray.subject;
    const isEarlier = async (id: string): Promise<boolean> => {
      if (id === key || (await this.#isMadeByAnother(stray, id))) return true;
      const toldAt = (await journal.record(collection, id))?.firstToldAt ?? null;
      return toldAt !== null && stray.firstSentAt !== null && toldAt <= stray.firstSentAt;
    };
    const { pageSize } = profile.limits;
    const look = await lookForCreated(stray, this.#records, { pageSize, isEarlier });
    return look.kind === 'found' ? look.record : null;
  }

  /** Whether another create of ours made a record: it is no second one. */
  async #isMadeByAnother({ id, subject }: StoredEntry, key: string): Promise<boolean> {
    const history = await this.#tools.journal.store.history(subject.collection, key);
    return history.some(
      (entry) =>
        entry.kind === 'create' &&
        entry.state === 'sent' &&
        entry.subject.key === key &&
        entry.id !== id,
    );
  }

  /** What is reported to a person where a request did arrive late. */
  async #draft(
    stray: StoredEntry,
    effect: LateEffect | null,
    { record, isOlder = false, associations = [] }: Picture,
  ): Promise<Draft> {
    const { collection } = stray.subject;
    const at = this.#tools.clock.now();
    const before =
      record === undefined || isOlder
        ? []
        : [{ kind: 'told' as const, collection, records: [record], pass: null, at }];
    switch (effect?.kind) {
      case 'fields':
        return {
          entries: [...this.#conflict(stray, effect, record), ...this.#onceMore(stray, effect)],
          before,
        };
      case 'situation': {
        const deactivatedAt = record && valueAt(record.fields, 'deactivatedAt');
        const isLate = (deactivatedAt === null) === (stray.kind === 'activate');
        const isUndone = deactivatedAt !== undefined && isLate;
        return { entries: isUndone ? [this.#againOrBack(stray, effect)] : [], before };
      }
      case 'association': {
        const found = associations.find(({ otherKey }) => otherKey === stray.other?.key);
        if (found === undefined) return { entries: [] };
        const again = { ...this.#againOrBack(stray, effect), associationKey: found.key };
        return { entries: [again], associations: [found] };
      }
      case 'main': {
        const main = associations.find(({ isMain }) => isMain);
        const isUndone = main !== undefined && main.key === stray.associationKey;
        return { entries: isUndone ? [this.#again(effect.undone)] : [] };
      }
      case 'record':
        return { entries: record === undefined ? [] : [await this.#twin(stray, record)], before };
      case undefined:
        return { entries: [], before };
    }
  }

  #conflict(
    stray: StoredEntry,
    { fields }: Extract<LateEffect, { kind: 'fields' }>,
    record: ToldRecord | undefined,
  ): StoredEntry[] {
    const { subject } = stray;
    const undone = undoneFields(subject.collection, fields, record?.fields ?? {});
    if (undone.length === 0) return [];
    const wanted = Object.fromEntries(undone.map(({ field, wanted: value }) => [field, value]));
    const conflicts = undone.map(({ field, late, wanted: value }) => ({
      ...{ field, base: value, theirs: late, mine: value },
    }));
    return [
      this.#needsPerson({
        ...{ kind: 'update', subject, fields: wanted, base: wanted },
        trouble: { kind: 'conflict', fields: conflicts, isLate: true },
      }),
    ];
  }

  /** What nobody can read back goes out a last time. */
  #onceMore(
    { subject }: StoredEntry,
    effect: Extract<LateEffect, { kind: 'fields' }>,
  ): StoredEntry[] {
    const fields = sentOnceMore(subject.collection, effect.fields);
    if (Object.keys(fields).length === 0) return [];
    const { clock } = this.#tools;
    const content = { kind: 'update', subject, fields, base: fields } as const;
    return [newEntry({ clock, random: this.#random }, content)];
  }

  /** What was undone, as it can be sent again; or the opposite of what was dropped, and came. */
  #againOrBack(
    { kind, subject, other, side }: StoredEntry,
    { undone }: { readonly undone: StoredEntry | null },
  ): StoredEntry {
    if (undone !== null) return this.#again(undone);
    return this.#needsPerson({
      ...{ kind: opposites[kind] ?? kind, subject, other, side },
      trouble: { kind: 'late', isDropped: true },
    });
  }

  /** A change that was undone, as it can be sent again. */
  #again({ kind, subject, other, side, associationKey, fields, base }: StoredEntry): StoredEntry {
    return this.#needsPerson({
      ...{ kind, subject, other, side, associationKey, fields, base },
      trouble: { kind: 'late' },
    });
  }

  /** The delete of a record that was made a second time. */
  async #twin({ subject: { collection } }: StoredEntry, told: ToldRecord): Promise<StoredEntry> {
    const subject = subjectOf(collection, told.id, told.fields);
    const around = { told, setHere: {}, associations: [], listed: [] };
    const snapshot = await renewSnapshot(this.#tools.journal, subject, around);
    return this.#needsPerson({ kind: 'delete', subject, snapshot, trouble: { kind: 'late' } });
  }

  #needsPerson(
    content: Pick<StoredEntry, 'kind' | 'subject' | 'trouble'> & Partial<StoredEntry>,
  ): StoredEntry {
    const { clock } = this.#tools;
    return newEntry({ clock, random: this.#random }, { ...content, state: 'attention' });
  }
}

/** What takes a change back. */
const opposites: Partial<Record<StoredEntry['kind'], StoredEntry['kind']>> = {
  activate: 'deactivate',
  deactivate: 'activate',
  associate: 'dissociate',
};

/** What the service has now. */
interface Picture {
  readonly record?: ToldRecord;
  /** The record is what was there before. */
  readonly isOlder?: boolean;
  readonly associations?: readonly StoredAssociation[];
}

function textOf(effect: LateEffect | null): string {
  if (effect === null) return '';
  if (effect.kind === 'fields') return JSON.stringify([...effect.fields]);
  return 'undone' in effect ? `${effect.kind} ${effect.undone?.id ?? ''}` : effect.kind;
}

/** Whether reading back once more can't tell more than a failed read did. */
function isFinal(caught: unknown, { attempts }: Stray): boolean {
  if (!(caught instanceof CallFailure)) return false;
  const { code } = caught.error;
  // What can't be read may be a page of a gateway, which is gone the next time.
  return readOutcomeOf(caught) === 'refused' || (code === 'bad-response' && attempts >= PATIENCE);
}

/** Whether a create may have made the record that another one was to make. */
function isSameInDoubt({ id, subject, fields }: StoredEntry): (other: StoredEntry) => boolean {
  return (other) =>
    other.kind === 'create' &&
    other.id !== id &&
    other.subject.collection === subject.collection &&
    !isCertainlyUnsent(other) &&
    isSameRecord(subject.collection, fields, other.fields);
}
