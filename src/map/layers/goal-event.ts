import type { LatLng } from 'leaflet';

/** Fired on the map as its wheel is turned: the zoom that has begun ends here, as far as is known. */
export const goalEvent = 'fleetdesk:goal';

/** What comes with it. */
export type GoalEvent = { centre: LatLng; zoom: number };
