import { builtInCollections } from '@contract/collections';
import type { TopicName, TopicPatch, TopicSnapshot } from '@contract/events';
import type { CollectionSync } from '@contract/records';
import type { Workspace } from '@core/workspace/workspace';
import type { TopicSource } from './events';

/** Topics about what belongs to the signed-in user. */
export type OwnTopic = Extract<
  TopicName,
  'fleet' | 'live' | 'zones' | 'alerts' | 'records' | 'outbox'
>;

const unread: CollectionSync = {
  phase: 'waiting',
  read: 0,
  completedAt: null,
  pagingRefused: false,
  count: 0,
};

/** What changes nothing in each of them. */
const stillness = {
  fleet: { changed: [], removed: [], sync: null },
  live: { changed: [], removed: [], pace: null },
  zones: { changed: [], removed: [], inside: null },
  alerts: { rules: null, changed: [], removed: [], counts: null, cost: null },
  records: { syncs: {}, changed: {}, renamed: {} },
} satisfies { [T in OwnTopic]?: TopicPatch<T> };

/** What is there while nobody is signed in. */
const nobodys: { [T in OwnTopic]: TopicSnapshot<T> } = {
  fleet: {
    vehicles: [],
    sync: { phase: 'waiting', read: 0, completedAt: null, pagingRefused: false },
  },
  live: { vehicles: [], pace: { onScreenSeconds: null, holdsCap: true } },
  zones: { zones: [], inside: [] },
  alerts: {
    ...{ rules: [], open: [], counts: { open: 0, vehicles: {} } },
    cost: { vehicles: 0, looksAMinute: null },
  },
  records: {
    syncs: Object.fromEntries(
      builtInCollections.map((name) => [name, unread]),
    ) as TopicSnapshot<'records'>['syncs'],
  },
  outbox: { entries: [], isPaused: false, secondsLeft: null },
};

/** Where the topics about the fleet come from, for the signed-in user. */
export function topicsOf(workspace: Workspace | null): { [T in OwnTopic]: TopicSource<T> } {
  return {
    fleet: sourceOf('fleet', workspace?.fleet, () => stillness.fleet),
    live: sourceOf('live', workspace && shownOf(workspace), () => stillness.live),
    zones: sourceOf('zones', workspace?.zones, () => stillness.zones),
    alerts: sourceOf('alerts', workspace?.alerts, () => stillness.alerts),
    records: sourceOf('records', workspace?.records, () => stillness.records),
    outbox: sourceOf('outbox', workspace?.outbox, ({ isPaused, secondsLeft }) => ({
      changed: [],
      removed: [],
      isPaused,
      secondsLeft,
    })),
  };
}

/** Live states as windows hear of them: those behind an alert or a crossing go along with it. */
function shownOf({ live, zones, alerts }: Workspace): Omit<TopicSource<'live'>, 'nothing'> {
  return {
    snapshot: () => live.snapshot(),
    subscribe: (listener) => {
      const ends = [
        live.subscribeShown(listener),
        zones.subscribe(() => {
          live.tellShown();
        }),
        alerts.subscribe(({ changed }) => {
          if (changed.length > 0) live.tellShown();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** What tells a topic: a part of the workspace, or nobody. */
function sourceOf<T extends OwnTopic>(
  name: T,
  part: Omit<TopicSource<T>, 'nothing'> | undefined | null,
  nothing: (state: TopicSnapshot<T>) => TopicPatch<T>,
): TopicSource<T> {
  const snapshot = () => part?.snapshot() ?? nobodys[name];
  return {
    snapshot,
    subscribe: (listener) => part?.subscribe(listener) ?? (() => undefined),
    nothing: () => nothing(snapshot()),
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
