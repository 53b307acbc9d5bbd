import { z } from 'zod';
import { RULE_LIMITS } from './alert-rules';
import { browserMapSchema } from './browser-map';
import { collectionNameSchema } from './collections';
import { geocoderSchema } from './geocoder';
import { managedStateSchema } from './managed';
import { proxySettingSchema } from './proxy';
import { momentSchema } from './records';
import { testClockSchema } from './test-clock';
import { updateChannels } from './updates';
import { windowNameSchema } from './windows';

/** Languages with a complete set of sentences. */
export const locales = ['en', 'pt-BR', 'es'] as const;

/** One language of the app. */
export type Locale = (typeof locales)[number];

/** Heights of the rows of lists and tables. */
export const densities = ['comfortable', 'compact'] as const;

/** A height of the rows of lists and tables. */
export type Density = (typeof densities)[number];

/** The days that a week begins with somewhere in the world. */
export const firstWeekdays = ['monday', 'sunday', 'saturday'] as const;

/** A day that a week begins with. */
export type FirstWeekday = (typeof firstWeekdays)[number];

const columnNamesSchema = z.array(z.string().max(64)).max(64);

/** How a person arranged the columns of a table. Columns are called by their fields. */
export const tableLookSchema = z.object({
  /** Widths that were changed, pixels. */
  widths: z
    .record(z.string().max(64), z.number().int().min(40).max(1200))
    .refine((widths) => Object.keys(widths).length <= 64),
  /** Columns shown or hidden against what the screen starts with. */
  shown: columnNamesSchema,
  hidden: columnNamesSchema,
  /** The columns that were moved and all before them; the others follow in their own order. */
  order: columnNamesSchema,
});

/** How a person arranged the columns of a table. */
export type TableLook = z.infer<typeof tableLookSchema>;

/** Preferences of the person at this machine; they hold no data of the service. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** null follows the system. */
  locale: z.enum(locales).nullable(),
  /** Height of the rows of lists and tables. */
  density: z.enum(densities),
  /** How times of day are written. */
  clock: z.enum(['h23', 'h12']),
  /** The day that a week begins with in calendars; null is that of the region. */
  firstWeekday: z.enum(firstWeekdays).nullable(),
  /** The region whose order dates have, such as `US` or `BR`; null is that of the system. */
  formatRegion: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** Width of the vehicle list, pixels. */
  listWidth: z.number().int().min(320).max(420),
  /** Plates beside the vehicles on the map, where there is room. */
  mapLabels: z.boolean(),
  /** What the map does with vehicles that the list's filter leaves out. */
  mapOthers: z.enum(['dim', 'hide']),
  /** What a row of the vehicle list tells beside plate and state. */
  listDetail: z.enum(['driver', 'place', 'both', 'model']),
  /** Address of the map that positions are opened and shared with; null is the usual one. */
  browserMap: browserMapSchema,
  /** Height of the player's drawer, pixels. */
  playerHeight: z.number().int().min(140).max(480),
  /** Playback speed, times real time. */
  playbackSpeed: z.number().min(1).max(600),
  /** What playback does with a stretch without fixes. */
  gapHandling: z.enum(['jump', 'wait']),
  /** Minutes without a report after which a vehicle is late; null for what the service profile says. */
  lateAfter: z.number().int().min(1).max(240).nullable(),
  /** Minutes after which it is silent; null as above. Never less than {@link lateAfter}. */
  silentAfter: z.number().int().min(5).max(2880).nullable(),
  /** Hours after which a parked vehicle is silent; null as above. */
  parkedSilentAfter: z.number().int().min(1).max(336).nullable(),
  /** Minutes of standing with the ignition on from which a vehicle is marked. */
  longIdling: z.number().int().min(RULE_LIMITS.idling.least).max(RULE_LIMITS.idling.most),
  /** Days for which trails and days that were replayed are kept. */
  trailDays: z.number().int().min(1).max(365),
  /** Days for which deleted records are kept. */
  deletedDays: z.number().int().min(7).max(365),
  /** Nothing is asked of the service; what is entered waits. */
  workOffline: z.boolean(),
  /** The way to the service, to map servers and to the address server. */
  proxy: proxySettingSchema,
  /** The server that is asked for addresses; null while a person has chosen none. */
  geocoder: geocoderSchema.nullable(),
  /** New alerts are shown by the system too, beside the alert centre. */
  notifications: z.boolean(),
  /** How loud new alerts sound, percent; 0 is no sound. */
  alertVolume: z.number().int().min(0).max(100),
  /** Until then alerts are kept but neither shown by the system nor sounded, epoch milliseconds. */
  doNotDisturbUntil: momentSchema.nullable(),
  /** The system starts Fleetdesk as the person logs in. */
  startAtLogin: z.boolean(),
  /** It starts in the tray then, where there is one, without a window. */
  startHidden: z.boolean(),
  /** Closing the window leaves Fleetdesk running in the tray; null until a person was asked. */
  closeToTray: z.boolean().nullable(),
  /** Nothing moves for show while the computer runs on its battery. */
  saveOnBattery: z.boolean(),
  /** Fleetdesk asks for newer versions on its own, where it can be updated. */
  updateChecks: z.boolean(),
  /** Which versions it is offered. */
  updateChannel: z.enum(updateChannels),
  /** The log tells of every call of the pages, too. */
  detailedLog: z.boolean(),
  /** The welcome beside the sign-in form was seen. */
  welcomed: z.boolean(),
  /** Tips that a person closed, by their names. */
  hiddenTips: z.array(z.string().max(32)).max(32),
  /** Tables by their names, which may be those of resources; one that is missing looks as it comes. */
  tables: z.partialRecord(collectionNameSchema, tableLookSchema),
});

/** Preferences of the person at this machine. */
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Settings that an administrator can lock: those with a row of their own in the settings, where a
 * lock is seen. The others are the person's own, such as "do not disturb" until a time.
 */
export const lockableSettings = [
  ...(['theme', 'locale', 'density', 'clock', 'firstWeekday', 'formatRegion'] as const),
  'saveOnBattery',
  ...(['startAtLogin', 'startHidden', 'notifications', 'alertVolume', 'closeToTray'] as const),
  ...(['mapLabels', 'mapOthers', 'listDetail', 'browserMap', 'geocoder', 'proxy'] as const),
  ...(['lateAfter', 'silentAfter', 'parkedSilentAfter', 'longIdling'] as const),
  ...(['trailDays', 'deletedDays'] as const),
  ...(['updateChecks', 'updateChannel'] as const),
] as const satisfies readonly (keyof Settings)[];

/** A setting that an administrator can lock. */
export type LockableSetting = (typeof lockableSettings)[number];

/** Limits of time that a person chose instead of those of the service profile. */
export type OwnLimits = Pick<Settings, 'lateAfter' | 'silentAfter' | 'parkedSilentAfter'>;

/** How long what is kept stays, in days. */
export type KeptDays = Pick<Settings, 'trailDays' | 'deletedDays'>;

/** What a first start uses. */
export const defaultSettings: Settings = {
  theme: 'system',
  locale: null,
  density: 'comfortable',
  clock: 'h23',
  firstWeekday: null,
  formatRegion: null,
  listWidth: 360,
  mapLabels: true,
  mapOthers: 'dim',
  listDetail: 'driver',
  browserMap: null,
  playerHeight: 220,
  playbackSpeed: 60,
  gapHandling: 'jump',
  lateAfter: null,
  silentAfter: null,
  parkedSilentAfter: null,
  longIdling: 15,
  trailDays: 30,
  deletedDays: 90,
  workOffline: false,
  proxy: { mode: 'system' },
  geocoder: null,
  notifications: true,
  alertVolume: 60,
  doNotDisturbUntil: null,
  startAtLogin: false,
  startHidden: false,
  closeToTray: null,
  saveOnBattery: true,
  updateChecks: true,
  updateChannel: 'stable',
  detailedLog: false,
  welcomed: false,
  hiddenTips: [],
  tables: {},
};

/** Every preference by its name. */
export const settingNames = settingsSchema.keyof().options;

/** A change of some preferences. */
export const settingsPatchSchema = settingsSchema.partial();

/** What the renderer needs to know of the program itself. */
export const appInfoSchema = z.object({
  version: z.string(),
  electron: z.string(),
  platform: z.string(),
  /** Language in use after settings and system were consulted. */
  locale: z.enum(locales),
  /** Region of the system, such as `US` or `BR`: how dates are written. Null where it has none. */
  region: z.string().nullable(),
  /** Time zone of this machine, the default of a new connection. */
  timeZone: z.string(),
  /** The window that asks: the main one, or that of one screen. */
  window: windowNameSchema,
  /** The switch `--test-hooks` was given. */
  testHooks: z.boolean(),
  /** What the switch `--test-clock` asked for. */
  testClock: testClockSchema,
  /** What an administrator decided for this computer. */
  managed: managedStateSchema,
});

/** What the renderer needs to know of the program itself. */
export type AppInfo = z.infer<typeof appInfoSchema>;
