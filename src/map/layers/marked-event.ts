import type { Place } from '@contract/rules/longitudes';

/** Fired on the map when a mark that carries its name is put on it or taken away. */
export const markedEvent = 'fleetdesk:marked';

/** What comes with it: the marks that are on the map. */
export type MarkedEvent = { marks: readonly (Place & { name: string })[] };
