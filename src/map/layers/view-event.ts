/** Fired on the map when it shows something else, before its layers hear of that. */
export const viewEvent = 'fleetdesk:view';
