import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebContents } from 'electron';
import { eventChannel } from '@contract/channel-names';
import type {
  SentPatch,
  SentSnapshot,
  TopicMessage,
  TopicName,
  TopicPatch,
  TopicSnapshot,
} from '@contract/events';
import { isPacked, packPatch, packSnapshot } from '@contract/packed/topics';
import { reportFault } from '@core/faults';

/** Where a topic's state comes from. */
export interface TopicSource<T extends TopicName> {
  snapshot(): TopicSnapshot<T>;
  subscribe(listener: (patch: TopicPatch<T>) => void): () => void;
  /** The state as it crosses, where it is at hand in that form. */
  sent?(): SentSnapshot<T>;
  /** A patch that changes nothing, where such a source can take the place of another. */
  nothing?(): TopicPatch<T>;
}

/** A source for every topic. */
export type TopicSources = { [T in TopicName]: TopicSource<T> };

/** A page that listens: it is forgotten when it navigates or goes away. */
export type Listener = Pick<WebContents, 'id' | 'send' | 'isDestroyed'>;

interface Topic<T extends TopicName> {
  source: TopicSource<T>;
  release: () => void;
  seq: number;
  listeners: Map<number, Listener>;
}

/**
 * Carries state that changes on its own to the pages that subscribed: a snapshot first, then
 * patches, each numbered one above the last.
 */
export class EventsHub {
  readonly #topics: { [T in TopicName]: Topic<T> };
  /** What those who come to a topic wait for. */
  readonly #held = new Map<TopicName, Promise<unknown>>();
  /** Who waits there; who goes away meanwhile hears nothing of the topic. */
  readonly #waiting = new Set<{ readonly name: TopicName; readonly id: number }>();

  constructor(sources: TopicSources) {
    this.#topics = {
      session: this.#open('session', sources.session),
      connections: this.#open('connections', sources.connections),
      settings: this.#open('settings', sources.settings),
      budget: this.#open('budget', sources.budget),
      capabilities: this.#open('capabilities', sources.capabilities),
      resources: this.#open('resources', sources.resources),
      proxy: this.#open('proxy', sources.proxy),
      fleet: this.#open('fleet', sources.fleet),
      live: this.#open('live', sources.live),
      zones: this.#open('zones', sources.zones),
      alerts: this.#open('alerts', sources.alerts),
      store: this.#open('store', sources.store),
      records: this.#open('records', sources.records),
      outbox: this.#open('outbox', sources.outbox),
      graphics: this.#open('graphics', sources.graphics),
      desktop: this.#open('desktop', sources.desktop),
      mapSources: this.#open('mapSources', sources.mapSources),
      mapNames: this.#open('mapNames', sources.mapNames),
      regionCopies: this.#open('regionCopies', sources.regionCopies),
      journal: this.#open('journal', sources.journal),
      updates: this.#open('updates', sources.updates),
    };
  }

  /** Pages that come to these topics wait for something: what it changes is then told in one go. */
  hold(names: readonly TopicName[], until: Promise<unknown>): void {
    const over = until.then(
      () => undefined,
      () => undefined,
    );
    for (const name of names) this.#held.set(name, over);
    void over.then(() => {
      for (const name of names) this.#held.delete(name);
    });
  }

  /** Puts another source behind a topic, as when somebody else signs in. */
  replace<T extends TopicName>(name: T, source: TopicSource<T>): void {
    const topic = this.#put(name, source);
    // The numbers skip one, so that an old listener misses a patch and asks for a snapshot.
    topic.seq += 1;
    // At once: the next real patch may be long in coming.
    if (source.nothing !== undefined) this.#send(name, topic, source.nothing());
  }

  /**
   * Puts a source behind a topic that goes on from what the one before told: listeners get what `tell`
   * hands over and need not ask for all of it again. Resolves once they have it.
   */
  async goOn<T extends TopicName>(
    name: T,
    source: TopicSource<T>,
    tell: (send: (patch: SentPatch<T>) => void) => Promise<void>,
  ): Promise<void> {
    const topic = this.#put(name, source);
    // Who comes later asks for all of it.
    if (topic.listeners.size === 0) return;
    try {
      await tell((patch) => {
        if (topic.source === source) this.#post(name, topic, patch);
      });
    } catch (fault) {
      reportFault('what is new of a topic could not be told', fault);
      if (topic.source === source) this.replace(name, source);
    }
  }

  /**
   * Adds a listener to a topic; answers the state and the number of the last patch in it. Patches
   * may overtake the state of a large topic, which takes several turns to pack.
   */
  async subscribe<T extends TopicName>(
    name: T,
    listener: Listener,
  ): Promise<{ seq: number; snapshot: SentSnapshot<T> }> {
    const topic: Topic<T> = this.#topics[name];
    const held = this.#held.get(name);
    const isThere = held === undefined || (await this.#waitFor(held, name, listener.id));
    if (isThere) topic.listeners.set(listener.id, listener);
    const { seq } = topic;
    const sent = topic.source.sent?.();
    return { seq, snapshot: sent ?? (await sentSnapshot(name, topic.source.snapshot())) };
  }

  /** Removes a listener from a topic. */
  unsubscribe(name: TopicName, listenerId: number): void {
    this.#topics[name].listeners.delete(listenerId);
    this.#stopWaiting((each) => each.name === name && each.id === listenerId);
  }

  /** Removes a listener from all topics: its page navigated or is gone. */
  forget(listenerId: number): void {
    for (const topic of Object.values(this.#topics)) topic.listeners.delete(listenerId);
    this.#stopWaiting(({ id }) => id === listenerId);
  }

  /** Lets go of all sources. */
  close(): void {
    for (const topic of Object.values(this.#topics)) topic.release();
  }

  /** Answers whether the listener still wants the topic by then. */
  async #waitFor(held: Promise<unknown>, name: TopicName, id: number): Promise<boolean> {
    const own = { name, id };
    this.#waiting.add(own);
    await held;
    return this.#waiting.delete(own);
  }

  #stopWaiting(isMeant: (waiting: { name: TopicName; id: number }) => boolean): void {
    for (const each of this.#waiting) if (isMeant(each)) this.#waiting.delete(each);
  }

  #open<T extends TopicName>(name: T, source: TopicSource<T>): Topic<T> {
    const topic: Topic<T> = { source, release: () => undefined, seq: 0, listeners: new Map() };
    topic.release = source.subscribe((patch) => {
      this.#send(name, topic, patch);
    });
    return topic;
  }

  #put<T extends TopicName>(name: T, source: TopicSource<T>): Topic<T> {
    const topic: Topic<T> = this.#topics[name];
    topic.release();
    topic.source = source;
    topic.release = source.subscribe((patch) => {
      this.#send(name, topic, patch);
    });
    return topic;
  }

  #send<T extends TopicName>(name: T, topic: Topic<T>, patch: TopicPatch<T>): void {
    if (topic.listeners.size === 0) topic.seq += 1;
    else this.#post(name, topic, sentPatch(name, patch));
  }

  #post<T extends TopicName>(name: T, topic: Topic<T>, patch: SentPatch<T>): void {
    topic.seq += 1;
    const message: TopicMessage<T> = { topic: name, seq: topic.seq, patch };
    for (const [id, listener] of topic.listeners) {
      if (listener.isDestroyed()) topic.listeners.delete(id);
      else listener.send(eventChannel, message);
    }
  }
}

/** The rows of a state are never changed in place: what is packed later is as it was. */
async function sentSnapshot<T extends TopicName>(
  name: T,
  snapshot: TopicSnapshot<T>,
): Promise<SentSnapshot<T>> {
  if (!isPacked(name)) return snapshot as SentSnapshot<T>;
  const steps = packSnapshot(name, snapshot as never);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value as SentSnapshot<T>;
    await nextTurn();
  }
}

function sentPatch<T extends TopicName>(name: T, patch: TopicPatch<T>): SentPatch<T> {
  return (isPacked(name) ? packPatch(name, patch as never) : patch) as SentPatch<T>;
}
