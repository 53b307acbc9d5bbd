import type { TopicMessage, TopicName, TopicPatch, TopicSnapshot } from '@contract/events';

type Hear = (message: TopicMessage<TopicName>) => void;

/** The numbered event stream of the fake main. */
export function createFeeds(snapshots: { [T in TopicName]: () => TopicSnapshot<T> }) {
  const numbers = new Map<TopicName, number>();
  const listeners = new Set<Hear>();
  return {
    onEvent(hear: Hear): () => void {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    /** Sends a patch of a topic to everyone. */
    publish<T extends TopicName>(topic: T, patch: TopicPatch<T>): void {
      const seq = (numbers.get(topic) ?? 0) + 1;
      numbers.set(topic, seq);
      for (const hear of [...listeners]) hear({ topic, seq, patch });
    },
    /** Where a topic stands. */
    read(topic: TopicName): { seq: number; snapshot: unknown } {
      return { seq: numbers.get(topic) ?? 0, snapshot: snapshots[topic]() };
    },
  };
}
