import type { AppError } from '@contract/errors';
import type { MapSourcesState, MapSourceState } from '@contract/map-sources';
import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import { topicState } from './topic-state';

const before: MapSourcesState = { sources: [] };

/** Main reads tiles and gives them on; whether they are tiles shows when they are drawn. */
function brokenTile(source: MapSourceState): AppError {
  const message = 'The bytes are no tile.';
  return 'file' in source
    ? { code: 'file-unreadable', reason: 'map-damaged', message }
    : { code: 'bad-response', reason: 'map-not-image', message };
}

/** Map files that a person opened on this computer. */
export const useMapSourcesStore = defineStore('mapSources', () => {
  const topic = topicState('mapSources', before);

  /** Sources that gave a map of this page bytes that are no tile, until they are hidden. */
  const broke = shallowRef<ReadonlySet<number>>(new Set());

  watch(topic.state, ({ sources }) => {
    const shown = sources.filter(({ id, shown }) => shown && broke.value.has(id));
    if (shown.length < broke.value.size) broke.value = new Set(shown.map(({ id }) => id));
  });

  /** A map of this page could not draw a tile of a source. */
  function noteBroken(id: number): void {
    if (!broke.value.has(id)) broke.value = new Set([...broke.value, id]);
  }

  /** What is wrong with a source: it can't be read, or what it holds can't be drawn. */
  function faultOf(source: MapSourceState): AppError | null {
    return source.fault ?? (broke.value.has(source.id) ? brokenTile(source) : null);
  }

  /** Tells later whether a source came from now on: opening one that is there reads it again. */
  function newFrom(): (source: Pick<MapSourceState, 'id'>) => boolean {
    const known = new Set(topic.state.value.sources.map(({ id }) => id));
    return ({ id }) => !known.has(id);
  }

  return { ...topic, newFrom, noteBroken, faultOf };
});
