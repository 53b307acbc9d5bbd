/**
 * Fired on the map when pictures on its canvases may be gone, as after a crash of the graphics
 * process: each layer draws what it shows again.
 */
export const lostEvent = 'fleetdesk:lost';
