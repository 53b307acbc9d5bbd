/**
 * The channels by namespace, free of schemas, so that the preload stays small. A type test keeps
 * it equal to the channel map.
 */
export const channelNames = {
  app: ['info', 'copyText', 'openInBrowserMap', 'call'],
  kept: ['use', 'delete'],
  settings: ['update', 'export', 'import'],
  desktop: [
    'demonstrate',
    'takeAsked',
    'lookForTray',
    'openWindow',
    'show',
    'closeWindows',
    'stay',
  ],
  events: ['subscribe', 'unsubscribe'],
  connections: ['test', 'update', 'remove'],
  profile: ['view', 'import', 'accept', 'export', 'reset', 'edit', 'confirm'],
  capabilities: ['tryAgain'],
  certificates: ['list', 'add', 'remove'],
  proxy: ['signIn', 'dismiss', 'askAgain', 'test'],
  session: ['signIn', 'startDemo', 'retryKeychain', 'unlock', 'renew', 'signOut'],
  live: ['attend', 'refresh', 'trail'],
  alerts: [
    ...(['saveRule', 'removeRule', 'find', 'get', 'change', 'assignees'] as const),
    ...(['export', 'visits', 'exportVisits'] as const),
  ],
  zones: ['save', 'remove', 'read', 'export'],
  vehicles: ['card', 'device', 'drivers', 'labels', 'changeLabels', 'readLabels', 'exportLabels'],
  records: [
    'find',
    'rows',
    'read',
    'refresh',
    'values',
    'duplicates',
    'places',
    'askService',
    'sync',
    'nameHere',
    'valueNames',
    'nameValue',
    'create',
    'update',
    'delete',
    'secondsToDelete',
    'setActive',
    'history',
    'deleted',
    'recreate',
    'views',
    'changeViews',
  ],
  associations: [
    'ofVehicle',
    'refresh',
    'ofOther',
    'former',
    'complete',
    'add',
    'addSeveral',
    'makeMain',
    'remove',
    'replaceDevice',
  ],
  outbox: ['sendNow', 'pause', 'discardEffects', 'discard', 'undo', 'correct', 'resolve', 'decide'],
  store: ['retry', 'startOver', 'acknowledge', 'acknowledgeDamage', 'erase'],
  trajectories: ['days', 'day'],
  search: ['places', 'address', 'where', 'kept', 'forget'],
  places: ['where'],
  basemap: ['streets'],
  mapSources: [
    ...(['add', 'addDropped', 'addOnline', 'editOnline', 'show', 'remove'] as const),
    ...(['readWms', 'cache', 'limitCache', 'clearCache'] as const),
  ],
  journal: ['reportFault'],
  diagnosis: ['check', 'makeBundle', 'saveBundle'],
  updates: ['check', 'download', 'restart', 'stay', 'tellUnsaved'],
  regions: ['inspect', 'plan', 'start', 'pause', 'resume', 'cancel'],
} as const;

/**
 * Channels whose input is a file that a person dropped. The page hands over the `File`, and the
 * preload its path: so a page names no path itself.
 */
export const fileChannels = ['mapSources.addDropped'] as const;

/** The channel on which main sends a topic's patches. */
export const eventChannel = 'fleetdesk:event';
/** The channel on which a page says that a call is no longer wanted. */
export const cancelChannel = 'fleetdesk:cancel';
/** The channel on which main asks a page to give memory back that it does not use. */
export const giveBackChannel = 'fleetdesk:give-back';
/** The name under which the preload offers the bridge to the page. */
export const bridgeKey = 'fleetdesk';
