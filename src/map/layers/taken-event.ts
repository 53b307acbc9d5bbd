import type { TakenRoom } from '../workers/taken-room';

/** Fired on the map when what is drawn above its names is elsewhere than before. */
export const takenEvent = 'fleetdesk:taken';

/** What comes with it. */
export type TakenEvent = { taken: TakenRoom };
