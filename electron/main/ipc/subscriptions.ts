import type { EventsHub, Listener } from './events';
import type { HandlersOf } from './registrar';

/** Subscriptions of the calling window; `findListener` finds it by its id. */
export function subscriptionHandlers(
  hub: EventsHub,
  findListener: (windowId: number) => Listener | undefined,
): HandlersOf<'events'> {
  return {
    'events.subscribe': (topic, { windowId }) => {
      const listener = findListener(windowId);
      if (listener === undefined) throw new Error('The calling window is gone.');
      return hub.subscribe(topic, listener);
    },
    'events.unsubscribe': (topic, { windowId }) => {
      hub.unsubscribe(topic, windowId);
    },
  };
}
