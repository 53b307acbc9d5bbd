import type { Belongings } from '../signed-in';
import type { TopicSource } from './events';

/** The fleet while nobody is signed in. */
const noFleet: TopicSource<'fleet'> = {
  snapshot: () => ({
    vehicles: [],
    sync: { phase: 'waiting', read: 0, completedAt: null, pagingRefused: false },
  }),
  subscribe: () => () => undefined,
};

/** Live states while nobody is signed in. */
const noLive: TopicSource<'live'> = {
  snapshot: () => ({ vehicles: [], pace: { onScreenSeconds: null } }),
  subscribe: () => () => undefined,
};

/** Where fleet and live states come from, for whoever is signed in. */
export function topicsOf(belongings: Belongings | null): {
  fleet: TopicSource<'fleet'>;
  live: TopicSource<'live'>;
} {
  if (belongings === null) return { fleet: noFleet, live: noLive };
  const { fleet, live } = belongings;
  return {
    fleet: {
      snapshot: () => fleet.snapshot(),
      subscribe: (listener) => fleet.subscribe(listener),
    },
    live: { snapshot: () => live.snapshot(), subscribe: (listener) => live.subscribe(listener) },
  };
}

/** A topic whose state is sent whole: an object with `state()` is its source. */
export function stateTopic<S>(holder: {
  state(): S;
  subscribe(listener: (state: S) => void): () => void;
}): { snapshot(): S; subscribe(listener: (state: S) => void): () => void } {
  return {
    snapshot: () => holder.state(),
    subscribe: (listener) => holder.subscribe(listener),
  };
}
