import type { MapSourcesState } from '@contract/map-sources';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

const before: MapSourcesState = { sources: [] };

/** Map files that a person opened on this computer. */
export const useMapSourcesStore = defineStore('mapSources', () => topicState('mapSources', before));
