/** Fired on the map when something goes first, since a person waits for it, and when it is drawn. */
export const firstEvent = 'fleetdesk:first';

/** What comes with it. */
export type FirstEvent = { isComing: boolean };
