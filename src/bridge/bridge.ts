import type { BridgeCalls, PreloadApi } from '@contract/bridge';
import type { TopicMessage, TopicName } from '@contract/events';
import { makeCancellable, type CallTerms } from './cancellable';
import { subscribeTo, type TopicListener } from './subscription';

/** Everything the page can ask of main, and the states it can follow. */
export type Bridge = BridgeCalls<CallTerms> & {
  /** Follows a topic until the answer is called. */
  subscribe<T extends TopicName>(topic: T, listener: TopicListener<T>): () => void;
};

/** Puts subscriptions on top of the calls and the raw event stream of a preload API. */
export function connectBridge(preload: PreloadApi): Bridge {
  const { onEvent, ...cancellable } = preload;
  const calls = makeCancellable(cancellable);
  const listeners = new Map<TopicName, Set<(message: TopicMessage<TopicName>) => void>>();
  let hears = false;

  function listen(topic: TopicName, hear: (message: TopicMessage<TopicName>) => void): () => void {
    if (!hears) {
      hears = true;
      onEvent((message) => {
        for (const each of [...(listeners.get(message.topic) ?? [])]) each(message);
      });
    }
    const ofTopic = listeners.get(topic) ?? new Set();
    listeners.set(topic, ofTopic.add(hear));
    return () => {
      ofTopic.delete(hear);
      // Main knows windows, not components: it may stop only when the last one left.
      if (ofTopic.size === 0) void calls.events.unsubscribe(topic);
    };
  }

  return {
    ...calls,
    subscribe(topic, listener) {
      return subscribeTo(topic, listener, {
        listen,
        fetch: () => calls.events.subscribe(topic),
      });
    },
  };
}
