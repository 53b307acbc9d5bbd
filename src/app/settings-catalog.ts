import type { LockableSetting, Settings } from '@contract/settings';
import type { MessageKey } from '@/i18n/i18n';

/** The sections of the settings, in the order of the page. */
export const settingsSections = [
  ...([
    'appearance',
    'startup',
    'alerts',
    'map',
    'limits',
    'connection',
    'network',
    'data',
    'privacy',
    'updates',
    'profile',
    'managed',
    'about',
  ] as const),
] as const;

/** A section of the settings. */
export type SettingsSectionId = (typeof settingsSections)[number];

/** Sections that few people need; they are together under a title. */
export const advancedSections: readonly SettingsSectionId[] = ['profile', 'managed'];

/** The title of each section. */
export const sectionTitles: Record<SettingsSectionId, MessageKey> = {
  appearance: 'settings.look',
  startup: 'settings.startup.title',
  alerts: 'settings.alerts.title',
  map: 'app.screens.map',
  limits: 'settings.limits.title',
  connection: 'settings.connection.title',
  network: 'settings.network.title',
  profile: 'serviceProfile.title',
  data: 'settings.data.title',
  privacy: 'settings.privacy.title',
  updates: 'updates.title',
  managed: 'settings.managed.title',
  about: 'settings.about.title',
};

/** A group of sentences with a `label`, and a `hint` where it needs one. */
type Worded = MessageKey extends infer Key ? (Key extends `${infer W}.label` ? W : never) : never;

/** What is known of one setting wherever it is shown, found, linked to or locked. */
export interface SettingEntry {
  section: SettingsSectionId;
  /** Where its label and its hint are among the sentences. */
  words: Worded;
  /** What it changes; an administrator can lock it. */
  keys?: readonly LockableSetting[];
  /** Its hint is about a state: the row says it, the search does not read it. */
  tellsState?: true;
  /** Other sentences that it can be found by. */
  also?: readonly MessageKey[];
}

/**
 * Every setting, once: rows take label, hint and lock from here, the search reads it, and links name
 * a setting by its key. A setting that is switched, chosen or counted needs nothing else; its kind
 * and bounds are those of its schema.
 */
export const settingsCatalog = {
  language: { section: 'appearance', words: 'settings.language', keys: ['locale'] },
  theme: { section: 'appearance', words: 'settings.theme', keys: ['theme'] },
  density: { section: 'appearance', words: 'settings.density', keys: ['density'] },
  clock: { section: 'appearance', words: 'settings.clock', keys: ['clock'] },
  firstWeekday: { section: 'appearance', words: 'settings.firstWeekday', keys: ['firstWeekday'] },
  formatRegion: { section: 'appearance', words: 'settings.formatRegion', keys: ['formatRegion'] },
  saveOnBattery: {
    ...{ section: 'appearance', words: 'settings.battery', keys: ['saveOnBattery'] },
  },
  startAtLogin: { section: 'startup', words: 'settings.startup.login', keys: ['startAtLogin'] },
  startHidden: { section: 'startup', words: 'settings.startup.hidden', keys: ['startHidden'] },
  notifications: {
    ...{ section: 'alerts', words: 'settings.alerts.notifications', keys: ['notifications'] },
  },
  alertVolume: { section: 'alerts', words: 'settings.alerts.volume', keys: ['alertVolume'] },
  alertExample: { section: 'alerts', words: 'settings.alerts.try' },
  doNotDisturb: { section: 'alerts', words: 'settings.alerts.quiet' },
  closeToTray: { section: 'alerts', words: 'settings.alerts.tray', keys: ['closeToTray'] },
  mapLabels: { section: 'map', words: 'settings.labels', keys: ['mapLabels'] },
  mapOthers: { section: 'map', words: 'settings.mapOthers', keys: ['mapOthers'] },
  listDetail: { section: 'map', words: 'settings.listDetail', keys: ['listDetail'] },
  browserMap: { section: 'map', words: 'settings.browserMap', keys: ['browserMap'] },
  maps: { section: 'map', words: 'settings.maps' },
  'copy-region': { section: 'map', words: 'settings.regions' },
  onlineMaps: { section: 'map', words: 'settings.online' },
  mapImages: { section: 'map', words: 'settings.online.cache', tellsState: true },
  addressSearch: { section: 'map', words: 'settings.geocoder', keys: ['geocoder'] },
  savedAddresses: { section: 'map', words: 'settings.geocoder.kept', tellsState: true },
  lateAfter: { section: 'limits', words: 'settings.limits.late', keys: ['lateAfter'] },
  silentAfter: { section: 'limits', words: 'settings.limits.silent', keys: ['silentAfter'] },
  parkedSilentAfter: {
    ...{ section: 'limits', words: 'settings.limits.parked', keys: ['parkedSilentAfter'] },
  },
  longIdling: { section: 'limits', words: 'settings.limits.idling', keys: ['longIdling'] },
  units: { section: 'connection', words: 'signIn.units' },
  timeZone: { section: 'connection', words: 'signIn.timeZone' },
  share: { section: 'connection', words: 'signIn.share' },
  proxy: { section: 'network', words: 'settings.proxy', keys: ['proxy'] },
  certificates: { section: 'network', words: 'settings.certificates' },
  positions: {
    ...{ section: 'profile', words: 'serviceProfile.positions' },
    also: ['serviceProfile.positions.heading'],
  },
  trailDays: { section: 'data', words: 'settings.data.trailDays', keys: ['trailDays'] },
  deletedDays: { section: 'data', words: 'settings.data.deletedDays', keys: ['deletedDays'] },
  settingsFile: { section: 'data', words: 'settings.transfer' },
  servers: { section: 'privacy', words: 'settings.privacy.servers' },
  keptData: { section: 'privacy', words: 'settings.privacy.kept' },
  update: { section: 'updates', words: 'updates.current', tellsState: true },
  updateChecks: { section: 'updates', words: 'updates.checks', keys: ['updateChecks'] },
  updateChannel: { section: 'updates', words: 'updates.channel', keys: ['updateChannel'] },
  erase: { section: 'data', words: 'settings.data.erase' },
} as const satisfies Record<string, SettingEntry>;

/** The name of a setting, as in its address. */
export type SettingId = keyof typeof settingsCatalog;

/** All settings by name, as entries of one kind. */
export const settingEntries: Readonly<Record<SettingId, SettingEntry>> = settingsCatalog;

/** A setting whose control follows from its schema. */
export type PlainSettingId = {
  [Id in SettingId]: Id extends keyof Settings ? Id : never;
}[SettingId];
