import type { AppError, Result } from '@contract/errors';
import type { TopicMessage, TopicName, TopicSnapshot } from '@contract/events';
import type { AppInfo } from '@contract/settings';
import type { RecordsSnapshot } from '@contract/records';
import type { Wire } from './ipc';

/** A topic whose state travels whole. */
type WholeTopic = Exclude<TopicName, 'fleet' | 'live' | 'records' | 'outbox'>;

/** What a page sees otherwise than main tells it. */
export interface Overlay {
  /** Keys of states that travel whole. */
  topics?: { [T in WholeTopic]?: Partial<TopicSnapshot<T>> };
  /** What the program tells of itself. */
  info?: Partial<AppInfo>;
  /** How far the collections have been read. */
  syncs?: { [C in keyof RecordsSnapshot['syncs']]?: Partial<RecordsSnapshot['syncs'][C]> };
  /** What calls answer instead of being made, by channel. */
  faults?: Partial<Record<string, AppError>>;
  /** What calls are answered with instead of being made, out of their input, by channel. */
  answers?: Partial<Record<string, (input: never) => unknown>>;
  /** What calls answer in place of what main answered them, out of that, by channel. */
  revised?: Partial<Record<string, (data: never) => unknown>>;
  /** What is laid over a topic instead, once a call did something about its state, by channel. */
  after?: Partial<Record<string, object>>;
  /** Milliseconds that every call takes longer. */
  latency?: number;
}

/** What of the state of a topic is over once a person did something about it; null: all. */
const ends: Partial<Record<string, readonly [WholeTopic, string | null]>> = {
  'session.unlock': ['session', null],
  'session.renew': ['session', null],
  'session.signIn': ['session', null],
  'session.startDemo': ['session', null],
  'session.signOut': ['session', null],
  'store.retry': ['store', null],
  'store.startOver': ['store', null],
  'store.acknowledge': ['store', 'setAside'],
  'store.acknowledgeDamage': ['store', 'damaged'],
  'capabilities.tryAgain': ['capabilities', 'refused'],
  'proxy.signIn': ['proxy', null],
  'proxy.dismiss': ['proxy', null],
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
    const { faults, answers, latency, info } = this.#overlay;
    if (latency !== undefined && !channel.startsWith('events.')) {
      await new Promise((resolve) => setTimeout(resolve, latency));
    }
    const error = faults?.[channel];
    if (error !== undefined) return { ok: false, error };
    const given = answers?.[channel];
    if (given !== undefined) return { ok: true, data: given(input as never) };
    const answer = await this.#wire.invoke(channel, input, callId);
    if (answer.ok) await this.#end(channel);
    if (!answer.ok) return answer;
    const revise = this.#overlay.revised?.[channel];
    if (revise !== undefined) return { ok: true, data: revise(answer.data as never) };
    if (channel === 'app.info') return { ok: true, data: { ...(answer.data as AppInfo), ...info } };
    if (channel !== 'events.subscribe') return answer;
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

  /** Takes away what is over with a call, and tells the topic again. */
  async #end(channel: string): Promise<void> {
    const [topic, key] = ends[channel] ?? [];
    if (topic === undefined || this.#topics[topic] === undefined) return;
    const rest: Record<string, unknown> = { ...this.#topics[topic] };
    if (key !== null && key !== undefined) Reflect.deleteProperty(rest, key);
    this.#topics[topic] = { ...(key === null ? {} : rest), ...this.#overlay.after?.[channel] };
    await this.#tellAgain(topic);
  }

  /** What main tells of a topic, with what is left over it. */
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
