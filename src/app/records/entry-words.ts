import type { OutboxEntry, Trouble } from '@contract/outbox';
import { areSameDay } from '../day-at';
import { useFormat } from '../format';
import { hasMessage, useI18n } from '@/i18n/i18n';
import { useOutboxStore } from '../stores/outbox-store';
import { useSessionStore } from '../stores/session-store';
import { useFieldWords } from './field-words';

/** Fields named in a title; more are counted. */
const namedAtMost = 3;

/**
 * What a queued change is, and why it is not sent yet, in words. Reactive where it is read in
 * templates and computed values.
 */
export function useEntryWords() {
  const { t } = useI18n();
  const format = useFormat();
  const words = useFieldWords();
  const outbox = useOutboxStore();
  const session = useSessionStore();

  /** `Change vehicle ABC-1D23` */
  function subject({
    kind,
    fields,
    subject: { collection, label, key },
    other,
    side,
  }: OutboxEntry) {
    const values = { name: label || key, other: other?.label || other?.key || '' };
    if (kind === 'associate' && fields['isMain'] === 1) {
      return t('outbox.titles.associateMain', values);
    }
    const sentence = `outbox.titles.${kind}.${side ?? collection}`;
    return t(hasMessage(sentence) ? sentence : 'outbox.titles.other', values);
  }

  /** Changes that were made as one action, by what it is for; null where they are none. */
  function action(changes: readonly OutboxEntry[]): string | null {
    const [first] = changes;
    const isOne = changes.every(({ action: each }) => each !== null && each === first?.action);
    // Of an action that went out in part, what is left is named for itself.
    if (!first || !isOne || changes.length < 2) return null;
    if (changes.every(({ kind }) => kind === 'associate')) return addedTogether(changes);
    const leaving = changes.find(({ kind, side }) => kind === 'dissociate' && side === 'devices');
    if (!leaving) return null;
    const { subject: vehicle, other } = leaving;
    const values = { name: vehicle.label || vehicle.key, other: other?.label || other?.key || '' };
    return t('outbox.titles.replaceDevice', values);
  }

  /** `Add Ana Souza to 3 vehicles`, `Add 3 users to vehicle ABC-1D23` */
  function addedTogether(changes: readonly OutboxEntry[]): string | null {
    const [first] = changes;
    const n = changes.length;
    if (!first?.other || !first.side) return null;
    const { subject: vehicle, other, side } = first;
    if (changes.every((each) => each.other?.key === other.key)) {
      return t('outbox.titles.addToVehicles', { other: other.label || other.key, n }, n);
    }
    const name = vehicle.label || vehicle.key;
    return t(`outbox.titles.addSeveral.${side}`, { name, n }, n);
  }

  /** `Change vehicle ABC-1D23: color, description` */
  function title(entry: OutboxEntry): string {
    if (entry.kind !== 'update') return subject(entry);
    const names = Object.keys(entry.fields).map((field) =>
      words.nameWithin(entry.subject.collection, field),
    );
    if (names.length === 0) return subject(entry);
    const shown = names.slice(0, namedAtMost).join(', ');
    const n = names.length - namedAtMost;
    const fields = n > 0 ? t('outbox.titles.moreFields', { fields: shown, n }) : shown;
    return t('outbox.titles.withFields', { title: subject(entry), fields });
  }

  /** `7 s` until a moment; the last second counts until it is over. */
  function until(at: number, now: number): string {
    return format.duration(Math.max(1, Math.ceil((at - now) / 1000)));
  }

  function timeOf(at: number): { day: string; time: string } {
    return { day: format.date(at), time: format.time(at, false) };
  }

  /** Which sentence tells a moment: one of another day needs its date. */
  function orDay(at: number, now: number): '' | 'Day' {
    return areSameDay(at, now, format.zone.value) ? '' : 'Day';
  }

  function holdUpOf({ holdUp }: OutboxEntry, now: number): string {
    if (!holdUp) return t('outbox.holdUps.queue');
    switch (holdUp.kind) {
      case 'offline': {
        const { since } = session.link;
        if (since === null || !session.isOffline) return t('outbox.holdUps.offline');
        return t(`outbox.holdUps.offlineSince${orDay(since, now)}`, timeOf(since));
      }
      case 'after': {
        const before = outbox.entries.find(({ id }) => id === holdUp.entryId);
        if (!before) return t('outbox.holdUps.afterUnknown');
        const name = subject(before);
        const title = name.charAt(0).toLocaleLowerCase() + name.slice(1);
        return t('outbox.holdUps.after', { title });
      }
      case 'retry':
        if (holdUp.at <= now) return t('outbox.holdUps.retryNow');
        return t('outbox.holdUps.retry', { time: until(holdUp.at, now) });
      case 'undo':
        if (holdUp.until <= now) return t('outbox.holdUps.undoOver');
        return t('outbox.holdUps.undo', { time: until(holdUp.until, now) });
      default:
        return t(`outbox.holdUps.${holdUp.kind}`);
    }
  }

  /** What a refusal means, where the service's words tell that; null where only it knows. */
  function meaningOf(entry: OutboxEntry): string | null {
    const meaning = refusalOf(entry);
    if (meaning === null) return null;
    const { subject: vehicle, other } = entry;
    return t(`outbox.troubles.refused.${meaning}`, {
      name: other?.label || other?.key || '',
      vehicle: vehicle.label || vehicle.key,
    });
  }

  /** What to do about a refusal that has a meaning. */
  function adviceOf(entry: OutboxEntry): string {
    const isElsewhere = refusalOf(entry) === 'onAnotherVehicle';
    return t(`outbox.troubles.refused.${isElsewhere ? 'takeOff' : 'textWithoutFields'}`);
  }

  /** Why a change is not sent yet, or what became of it: `Offline since 14:02`. */
  function why(entry: OutboxEntry, now: number): string {
    switch (entry.state) {
      case 'held':
      case 'waiting':
        return holdUpOf(entry, now);
      case 'attention':
        return entry.trouble
          ? (meaningOf(entry) ??
              t(`outbox.troubles.${troubleWords(entry.kind, entry.trouble)}.short`))
          : t('outbox.marks.attention');
      case 'sent':
        return entry.sentAt === null
          ? t('outbox.marks.sent')
          : t(`outbox.states.sent${orDay(entry.sentAt, now)}`, timeOf(entry.sentAt));
      case 'unsure': {
        const { holdUp } = entry;
        if (!holdUp || holdUp.kind === 'queue') return t('outbox.states.unsure');
        return t('outbox.states.unsureHeld', { why: holdUpOf(entry, now) });
      }
      default:
        return t(`outbox.states.${entry.state}`);
    }
  }

  /** Changes in a few words: what they were made for, the only one, or how many there are. */
  function several(changes: readonly OutboxEntry[]): string {
    const [first] = changes;
    if (!first) return '';
    const n = changes.length;
    return action(changes) ?? (n === 1 ? subject(first) : t('outbox.titles.several', { n }, n));
  }

  return { subject, action, several, title, why, meaningOf, adviceOf };
}

/** Why an association was refused, by the service's own words. */
function refusalOf({ kind, trouble, side }: OutboxEntry) {
  const isAssociation = kind === 'associate' || kind === 'makeMain';
  if (!isAssociation || trouble?.kind !== 'refused') return null;
  const { message, serviceMessage, fields = [] } = trouble.error;
  const said = [message, serviceMessage, ...fields.map((field) => field.message)].join(' ');
  if (/different enterprises/i.test(said)) return 'otherEnterprise';
  if (/already has a main device/i.test(said)) return 'hasMainDevice';
  if (!/already associated/i.test(said)) return null;
  return side === 'users' ? 'onThisVehicle' : 'onAnotherVehicle';
}

/** Under which name the words for a trouble are kept. */
export function troubleWords(kind: OutboxEntry['kind'], trouble: Trouble) {
  if (trouble.kind === 'conflict' && trouble.isLate === true) return 'lateConflict';
  if (trouble.kind === 'refused' && trouble.isOnHold === true) return 'onHold';
  if (trouble.kind === 'late' && trouble.isDropped === true) return 'lateDropped';
  return trouble.kind === 'late' && kind === 'delete' ? 'lateCreate' : trouble.kind;
}
