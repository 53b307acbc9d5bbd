import type { MapNamesState } from '@contract/map-names';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

const before: MapNamesState = { maps: [] };

/** How far the names of map files have been read for the search. */
export const useMapNamesStore = defineStore('mapNames', () => topicState('mapNames', before));
