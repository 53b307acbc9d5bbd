import type { AppError, Result } from '@contract/errors';
import type { TopicMessage, TopicName, TopicSnapshot } from '@contract/events';
import type { RecordsSnapshot } from '@contract/records';
import type { Wire } from './ipc';

/** A topic whose state travels whole. */
type WholeTopic = Exclude<TopicName, 'fleet' | 'live' | 'records' | 'outbox'>;

/** What a page sees otherwise than main tells it. */
export interface Overlay {
  /** Keys of states that travel whole. */
  topics?: { [T in WholeTopic]?: Partial<TopicSnapshot<T>> };
  /** How far the collections have been read. */
  syncs?: { [C in keyof RecordsSnapshot['syncs']]?: Partial<RecordsSnapshot['syncs'][C]> };
  /** What calls answer instead of being made, by channel. */
  faults?: Partial<Record<string, AppError>>;
  /** Milliseconds that every call takes longer. */
  latency?: number;
}

/** What a person can do about the state of a topic ends what is laid over it. */
const ends: Partial<Record<string, WholeTopic>> = {
  'session.unlock': 'session',
  'session.renew': 'session',
  'session.signIn': 'session',
  'session.startDemo': 'session',
  'session.signOut': 'session',
  'store.retry': 'store',
  'store.startAnew': 'store',
  'store.acknowledge': 'store',
  'store.acknowledgeDamage': 'store',
  'proxy.signIn': 'proxy',
  'proxy.dismiss': 'proxy',
};

/**
 * States of main that would take long to bring about, laid over what it tells: the page sees a
 * store that is locked, or a call that fails, while everything behind it is as it was.
 */
export class LaidOver implements Wire {
  readonly #wire: Wire;
  readonly #topics: Partial<Record<TopicName, object>>;
  readonly #overlay: Overlay;
  /** How many messages of a topic were added here: the numbers of main's follow them. */
  readonly #added = new Map<TopicName, number>();
  readonly #heard = new Set<(message: TopicMessage<TopicName>) => void>();

  constructor(wire: Wire, overlay: Overlay) {
    this.#wire = wire;
    this.#overlay = overlay;
    this.#topics = { ...overlay.topics };
    wire.onEvent((message) => {
      this.#tell(message);
    });
  }

  async invoke(channel: string, input?: unknown, callId?: number): Promise<Result<unknown>> {
    const { faults, latency } = this.#overlay;
    if (latency !== undefined && !channel.startsWith('events.')) {
      await new Promise((resolve) => setTimeout(resolve, latency));
    }
    const error = faults?.[channel];
    if (error !== undefined) return { ok: false, error };
    const topic = ends[channel];
    const ended = topic !== undefined && this.#topics[topic] !== undefined ? topic : null;
    if (ended !== null) Reflect.deleteProperty(this.#topics, ended);
    const answer = await this.#wire.invoke(channel, input, callId);
    if (ended !== null) await this.#tellAgain(ended);
    if (channel !== 'events.subscribe' || !answer.ok) return answer;
    return { ok: true, data: this.#subscribed(input as TopicName, answer.data) };
  }

  cancel(callId: number): void {
    this.#wire.cancel(callId);
  }

  onEvent(hear: (message: TopicMessage<TopicName>) => void): () => void {
    this.#heard.add(hear);
    return () => {
      this.#heard.delete(hear);
    };
  }

  #subscribed(topic: TopicName, data: unknown): object {
    const { seq, snapshot } = data as { seq: number; snapshot: object };
    return { seq: seq + (this.#added.get(topic) ?? 0), snapshot: this.#cover(topic, snapshot) };
  }

  /** What main tells of a topic, without anything over it. */
  async #tellAgain(topic: TopicName): Promise<void> {
    const answer = await this.#wire.invoke('events.subscribe', topic);
    if (!answer.ok) return;
    const { seq, snapshot } = answer.data as { seq: number; snapshot: never };
    this.#added.set(topic, (this.#added.get(topic) ?? 0) + 1);
    this.#tell({ topic, seq, patch: snapshot });
  }

  #tell(message: TopicMessage<TopicName>): void {
    const { topic, seq, patch } = message;
    const added = this.#added.get(topic) ?? 0;
    const told = { topic, seq: seq + added, patch: this.#cover(topic, patch) };
    for (const hear of [...this.#heard]) hear(told as TopicMessage<TopicName>);
  }

  #cover(topic: TopicName, state: object): object {
    if (topic === 'records') return this.#coverSyncs(state as RecordsSnapshot);
    return { ...state, ...this.#topics[topic] };
  }

  #coverSyncs<S extends { syncs: Partial<RecordsSnapshot['syncs']> }>(state: S): S {
    const covers: Readonly<Record<string, object | undefined>> = this.#overlay.syncs ?? {};
    const syncs = Object.fromEntries(
      Object.entries(state.syncs).map(([name, sync]) => [name, { ...sync, ...covers[name] }]),
    );
    return { ...state, syncs };
  }
}
