import type { Box } from '../workers/label-boxes';

/** Fired on the map before it is redrawn, with what panels and controls cover of its window. */
export const coveredEvent = 'fleetdesk:covered';

/** What comes with it, CSS pixels of the window. */
export type CoveredEvent = { boxes: Box[] };
