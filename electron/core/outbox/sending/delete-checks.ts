import type { EntrySnapshot, StoredAssociation, StoredEntry, ToldRecord } from '../../ports/store';
import { changedSince, knownAssociations, renewSnapshot, wholeSides } from '../entries/deletions';
import type { LostAnswers } from './lost-answers';
import type { Results } from './results';
import type { Tools } from './tools';

/** How long a check holds, milliseconds: a list of twenty takes more than a minute to check. */
const CHECK_LIFE = 180_000;

interface Check {
  readonly entry: StoredEntry;
  readonly version: StoredEntry;
  /** Monotonic. */
  readonly at: number;
}

/**
 * Reads a record again before its delete goes out: what was changed since the delete was confirmed,
 * or newly associated, needs a person. What was read is what *Recently deleted* will hold.
 */
export class DeleteChecks {
  readonly #tools: Tools;
  readonly #results: Results;
  readonly #lostAnswers: LostAnswers;
  readonly #checked = new Map<string, Check>();

  constructor(tools: Tools, parts: { results: Results; lostAnswers: LostAnswers }) {
    this.#tools = tools;
    this.#results = parts.results;
    this.#lostAnswers = parts.lostAnswers;
  }

  /** Whether a check of an entry, as it is now, still holds. */
  isStillTrue(entry: StoredEntry): boolean {
    const check = this.#checked.get(entry.id);
    if (check === undefined || check.entry !== entry) return false;
    return this.#tools.clock.monotonic() - check.at < CHECK_LIFE;
  }

  /**
   * The entry as it can be sent, with the record as it is now; null where it can't: then what is
   * to be said about that is written down.
   */
  async check(entry: StoredEntry): Promise<StoredEntry | null> {
    const known = this.#checked.get(entry.id);
    if (known !== undefined && this.isStillTrue(entry)) return known.version;
    this.#checked.delete(entry.id);
    const current = await this.#lostAnswers.readAhead(entry);
    if (current === null) return null;
    try {
      const version = await this.#compare(entry, current.told);
      if (version === null) return null;
      const at = this.#tools.clock.monotonic();
      this.#checked.set(entry.id, { entry, version, at });
      return version;
    } catch (caught) {
      await this.#lostAnswers.readFailed(entry, caught);
      return null;
    }
  }

  async #compare(entry: StoredEntry, told: ToldRecord): Promise<StoredEntry | null> {
    const { journal } = this.#tools;
    const { collection, key } = entry.subject;
    const record = await journal.record(collection, key);
    const around = await this.#associations(entry);
    if (around === null) {
      await this.#results.deleted([entry]);
      return null;
    }
    const snapshot = await renewSnapshot(journal, entry.subject, {
      told,
      setHere: record?.setHere ?? {},
      ...around,
    });
    const createdAt = new Map(around.associations.map((each) => [each.key, each.createdAt]));
    const changed =
      entry.snapshot === null ? null : changedSince(entry, entry.snapshot, { snapshot, createdAt });
    if (changed === null) return { ...entry, snapshot };
    await this.#results.stuck(entry, changed, { told, snapshot });
    return null;
  }

  /** What a record is associated with now; null where the vehicle is gone meanwhile. */
  async #associations(entry: StoredEntry): Promise<{
    associations: readonly StoredAssociation[];
    listed: EntrySnapshot['listed'];
  } | null> {
    const { journal } = this.#tools;
    const { collection } = entry.subject;
    if (collection !== 'vehicles') {
      // The service lists associations by vehicle only.
      const whole = await wholeSides(journal, collection);
      const { known, listed } = await knownAssociations(journal, entry.subject, whole);
      return { associations: known, listed };
    }
    const associations: StoredAssociation[] = [];
    for (const side of ['devices', 'users'] as const) {
      const items = await this.#lostAnswers.associationsOf(entry, side);
      if (items === null) return null;
      associations.push(...items);
    }
    return { associations, listed: ['devices', 'users'] };
  }
}
