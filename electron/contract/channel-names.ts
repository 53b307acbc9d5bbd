/**
 * The channels by namespace, free of schemas, so that the preload stays small. A type test keeps
 * it equal to the channel map.
 */
export const channelNames = {
  app: ['info', 'copyText', 'openInBrowserMap'],
  settings: ['update'],
  events: ['subscribe', 'unsubscribe'],
  connections: ['test', 'update', 'remove'],
  session: ['signIn', 'startDemo', 'retryKeychain', 'unlock', 'renew', 'signOut'],
  live: ['attend', 'refresh', 'trail'],
  vehicles: ['card'],
  trajectories: ['days', 'day'],
  basemap: ['streets'],
} as const;

/** The channel on which main sends a topic's patches. */
export const eventChannel = 'fleetdesk:event';
/** The name under which the preload offers the bridge to the page. */
export const bridgeKey = 'fleetdesk';
