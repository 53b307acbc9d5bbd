import type { Result } from '@contract/errors';
import type { TopicMessage, TopicName, TopicPatch, TopicSnapshot } from '@contract/events';
import { isPacked, unpackPatch, unpackSnapshot } from '@contract/packed/topics';

/** What a subscriber of a topic wants to hear: the whole state first, then what changed. */
export type TopicListener<T extends TopicName> = {
  /** The whole state; comes again when a patch was missed. */
  snapshot(state: TopicSnapshot<T>): void;
  patch(patch: TopicPatch<T>): void;
};

/** Where messages of a topic come from. */
type Source = {
  /** Calls `hear` with every message of the topic until the answer is called. */
  listen(topic: TopicName, hear: (message: TopicMessage<TopicName>) => void): () => void;
  /** Asks for the snapshot and its number. */
  fetch(): Promise<Result<{ seq: number; snapshot: unknown }>>;
};

const retryAfter = { first: 500, longest: 15_000 } as const;

/**
 * One subscription. Patches that arrive before the snapshot wait for it; older ones are dropped;
 * a hole in the numbers means that something was missed, so the snapshot is asked for again.
 */
export function subscribeTo<T extends TopicName>(
  topic: T,
  listener: TopicListener<T>,
  source: Source,
): () => void {
  let seq: number | null = null;
  let waiting: TopicMessage<TopicName>[] = [];
  let ended = false;
  let pause: number = retryAfter.first;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(message: TopicMessage<TopicName>): void {
    if (seq === null) {
      waiting.push(message);
      return;
    }
    if (message.seq <= seq) return;
    if (message.seq > seq + 1) {
      seq = null;
      waiting = [message];
      void begin();
      return;
    }
    seq = message.seq;
    // The number of a message belongs to its topic; `listen` hands over that topic's alone.
    listener.patch(patchIn(topic, message.patch));
  }

  async function begin(): Promise<void> {
    const answer = await source.fetch().catch(() => null);
    if (ended) return;
    if (!answer?.ok) {
      timer = setTimeout(() => void begin(), pause);
      pause = Math.min(pause * 2, retryAfter.longest);
      return;
    }
    pause = retryAfter.first;
    seq = answer.data.seq;
    const early = waiting;
    waiting = [];
    listener.snapshot(snapshotIn(topic, answer.data.snapshot));
    for (const message of early) take(message);
  }

  const stop = source.listen(topic, take);
  void begin();
  return () => {
    ended = true;
    clearTimeout(timer);
    stop();
  };
}

function snapshotIn<T extends TopicName>(topic: T, sent: unknown): TopicSnapshot<T> {
  return (isPacked(topic) ? unpackSnapshot(topic, sent as never) : sent) as TopicSnapshot<T>;
}

function patchIn<T extends TopicName>(topic: T, sent: unknown): TopicPatch<T> {
  return (isPacked(topic) ? unpackPatch(topic, sent as never) : sent) as TopicPatch<T>;
}
