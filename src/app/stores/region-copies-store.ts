import type { RegionCopiesState } from '@contract/region-copies';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

const before: RegionCopiesState = { copies: [] };

/** Regions that are being copied to this computer. */
export const useRegionCopiesStore = defineStore('regionCopies', () =>
  topicState('regionCopies', before),
);
