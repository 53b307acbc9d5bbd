import type { ChannelInput } from '@contract/channels';
import type { RecordKey } from '@contract/records';
import type { RunningApp } from './running-app';

/** Between two things that one hand does, ms. */
const LONGEST_PAUSE = 600;

/** One thing that a person did, and what became of it as far as the trial knows. */
export interface Deed {
  readonly kind: 'create' | 'update' | 'delete';
  /** A text that stands in its request to the service and in no other. */
  readonly token: string;
  /** Of updates: the record's token, in the order in which they were made. */
  readonly of: string | null;
  /** The app answered that it is kept: from then on it must never be lost. */
  entryId: string | null;
  /** When it was begun and answered, in ticks of the trial; null where the app was killed before. */
  readonly begunAt: number;
  answeredAt: number | null;
}

/** What a person does at random, and a book of what the app said to it. */
export class Workload {
  readonly deeds: Deed[] = [];
  readonly #fraction: () => number;
  readonly #prefix: string;
  #count = 0;
  #ticks = 0;
  /** Vehicles of the service that are changed; others are deleted, so that the two never meet. */
  readonly changeable: RecordKey[] = [];
  readonly deletable: RecordKey[] = [];
  readonly #own: { key: RecordKey; token: string }[] = [];

  constructor(fraction: () => number, prefix: string) {
    this.#fraction = fraction;
    this.#prefix = prefix;
  }

  /** Does things until the app is gone, several at a time as hands and windows can. */
  async run(app: RunningApp, isOver: () => boolean): Promise<void> {
    const hand = async () => {
      while (!isOver()) {
        await this.#doSomething(app);
        await new Promise((resolve) => setTimeout(resolve, this.#fraction() * LONGEST_PAUSE));
      }
    };
    await Promise.all([hand(), hand(), hand()]);
  }

  async #doSomething(app: RunningApp): Promise<void> {
    const dice = this.#fraction();
    if (dice < 0.3) await this.#create(app);
    else if (dice < 0.9) await this.#update(app);
    else await this.#delete(app);
  }

  async #create(app: RunningApp): Promise<void> {
    const token = plate(this.#prefix, (this.#count += 1));
    const deed = this.#note('create', token, null);
    const fields = { plate: token, description: `made ${token}` };
    const answer = await app.call('records.create', { collection: 'vehicles', fields });
    this.#tick(deed, answer);
    if (answer?.ok !== true) return;
    deed.entryId = answer.data.entryId;
    this.#own.push({ key: answer.data.key, token });
  }

  async #update(app: RunningApp): Promise<void> {
    const [key, of] = this.#someRecord();
    if (key === null) return this.#create(app);
    const token = `${this.#prefix}-${(this.#count += 1)}-x`;
    const deed = this.#note('update', token, of);
    const input: ChannelInput<'records.update'> = {
      collection: 'vehicles',
      key,
      fields: { description: token },
    };
    const answer = await app.call('records.update', input);
    this.#tick(deed, answer);
    if (answer?.ok === true) deed.entryId = answer.data.entryId;
  }

  async #delete(app: RunningApp): Promise<void> {
    const key = this.deletable.pop();
    if (key === undefined) return this.#update(app);
    const deed = this.#note('delete', key, null);
    const name = { collection: 'vehicles', key } as const;
    const read = await app.call('records.read', name);
    const plate = read?.ok === true ? String(read.data.fields['plate'] ?? '') : '';
    const answer = await app.call('records.delete', {
      collection: 'vehicles',
      keys: [key],
      confirmation: plate === '' ? key : plate,
    });
    this.#tick(deed, answer);
    if (answer?.ok === true) deed.entryId = answer.data.entryIds[0] ?? null;
  }

  /** A record of the service, or one that was made here and may have no name there yet. */
  #someRecord(): [RecordKey | null, string] {
    const { changeable } = this;
    if (this.#own.length > 0 && this.#fraction() < 0.4) {
      const own = this.#own[Math.floor(this.#fraction() * this.#own.length)];
      if (own !== undefined) return [own.key, own.token];
    }
    const key = changeable[Math.floor(this.#fraction() * changeable.length)];
    return [key ?? null, key ?? ''];
  }

  #now(): number {
    return (this.#ticks += 1);
  }

  #tick(deed: Deed, answer: object | null): void {
    if (answer !== null) deed.answeredAt = this.#now();
  }

  #note(kind: Deed['kind'], token: string, of: string | null): Deed {
    const deed: Deed = { kind, token, of, entryId: null, begunAt: this.#now(), answeredAt: null };
    this.deeds.push(deed);
    return deed;
  }
}

/** A plate of the usual form, the same for the same number: `QAA0A00`. */
function plate(prefix: string, count: number): string {
  const letter = (index: number) => String.fromCharCode(65 + (index % 26));
  const digits = String(count % 1000).padStart(3, '0');
  const rest = Math.floor(count / 1000);
  return `${prefix}${letter(rest)}${letter(Math.floor(rest / 26))}${digits[0]}${letter(count)}${digits.slice(1)}`;
}
