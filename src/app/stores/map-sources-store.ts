import type { MapSourcesState, MapSourceState } from '@contract/map-sources';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

const before: MapSourcesState = { sources: [] };

/** Map files that a person opened on this computer. */
export const useMapSourcesStore = defineStore('mapSources', () => {
  const topic = topicState('mapSources', before);

  /** Tells later whether a source came from now on: opening one that is there reads it again. */
  function newFrom(): (source: Pick<MapSourceState, 'id'>) => boolean {
    const known = new Set(topic.state.value.sources.map(({ id }) => id));
    return ({ id }) => !known.has(id);
  }

  return { ...topic, newFrom };
});
