import path from 'node:path';
import { z } from 'zod';
import { isLinkLike, LINK_AT_MOST } from '@contract/deep-links';
import { locales, type Locale } from '@contract/settings';
import { systemTime, testClockSchema, type TestClock } from '@contract/test-clock';
import { ownWindows, type OwnWindow } from '@contract/windows';
import { readStored } from '@core/stored-json';
import type { BuildKind } from './build-kind';

/** What the command line asks for. Unknown switches belong to Electron and are left alone. */
export interface Switches {
  /** `--user-data-dir=DIR` */
  userDataDir: string | null;
  /** `--connection=FILE`: a connection to preselect. */
  connectionFile: string | null;
  /** `--demo[=N]`: start on the demo fleet, of N vehicles where given. */
  demo: { vehicles: number | null } | null;
  /** `--test-hooks`: read-only state for tests; development only. */
  testHooks: boolean;
  /**
   * `--test-clock=MS` or `--test-clock=MS,N`: the app's time of day is the system's times N, plus so
   * many milliseconds; timers go N times as fast. Development only.
   */
  testClock: TestClock;
  /** `--managed-settings=FILE`: in place of the administrator's; development only. */
  managedSettings: string | null;
  /** `--update-source=FILE`: where updates come from, with the key of feeds; development only. */
  updateSource: string | null;
  /** `--shots=DIR`: look at every screen, write pictures, quit; development only. */
  shots: string | null;
  /** `--shots-only=A,B`: the screens, looks or single pictures to take; all where it is empty. */
  shotsOnly: readonly string[];
  /** `--lang=LOCALE`: the language unless the settings name one. */
  lang: Locale | null;
  /** A link into the app, unread; from the system, which starts Fleetdesk with it. */
  link: string | null;
  /** `--hidden`: starts in the tray, where there is one, without a window. */
  hidden: boolean;
  /** `--window=map|replay|alerts`: opens that screen in a window of its own. */
  ownWindow: OwnWindow | null;
}

/** The switches that a person, a shortcut or the system may start the app with. */
export const ownSwitches: readonly string[] = [
  'connection',
  'demo',
  'hidden',
  'lang',
  'user-data-dir',
  'window',
];

/** The switches for tests and pictures; a release refuses them. */
export const testSwitches: readonly string[] = [
  'managed-settings',
  'shots',
  'shots-only',
  'test-clock',
  'test-hooks',
  'update-source',
];

const largestDemo = 100_000;

/** Reads the command line; file names are taken from `folder`, where the app was started. */
export function readSwitches(argv: readonly string[], folder: string): Switches {
  const given = new Map<string, string | null>();
  const linkAt = argv.findIndex(isLinkLike);
  // What comes after a link may have come with it, from a web page: it is no switch of a person's.
  for (const argument of linkAt < 0 ? argv : argv.slice(0, linkAt)) {
    // Chromium reads a switch with white space around it too.
    const found = /^--([a-z-]+)(?:=(.*))?$/s.exec(argument.trim());
    if (found?.[1] !== undefined) given.set(found[1], found[2] ?? null);
  }
  const fileAt = (name: string) => {
    const value = given.get(name);
    return value === undefined || value === null || value === ''
      ? null
      : path.resolve(folder, value);
  };
  return {
    userDataDir: fileAt('user-data-dir'),
    connectionFile: fileAt('connection'),
    demo: given.has('demo') ? { vehicles: readCount(given.get('demo') ?? '') } : null,
    testHooks: given.has('test-hooks'),
    testClock: readTestClock(given.get('test-clock') ?? ''),
    managedSettings: fileAt('managed-settings'),
    updateSource: fileAt('update-source'),
    shots: fileAt('shots'),
    shotsOnly: (given.get('shots-only') ?? '').split(',').filter((name) => name !== ''),
    lang: matchLocale(given.get('lang') ?? ''),
    hidden: given.has('hidden'),
    ownWindow: ownWindows.find((name) => name === given.get('window')) ?? null,
    // One character more tells that it is too long.
    link: argv[linkAt]?.slice(0, LINK_AT_MOST + 1) ?? null,
  };
}

/** The command line that asks for the same again; a link comes last, as nothing after it counts. */
export function argumentsOf(switches: Switches): string[] {
  const { demo, lang, ownWindow, link, shotsOnly, testClock } = switches;
  const valued = {
    'user-data-dir': switches.userDataDir,
    connection: switches.connectionFile,
    'test-clock': writeTestClock(testClock),
    'managed-settings': switches.managedSettings,
    'update-source': switches.updateSource,
    shots: switches.shots,
    'shots-only': shotsOnly.length === 0 ? null : shotsOnly.join(','),
    lang,
    window: ownWindow,
  };
  return [
    ...Object.entries(valued).flatMap(([name, value]) =>
      value === null ? [] : [`--${name}=${value}`],
    ),
    ...(demo === null ? [] : [demo.vehicles === null ? '--demo' : `--demo=${demo.vehicles}`]),
    ...(switches.testHooks ? ['--test-hooks'] : []),
    ...(switches.hidden ? ['--hidden'] : []),
    ...(link === null ? [] : [link]),
  ];
}

/** The switches of a start that is meant for people alone: nothing for tests and pictures. */
export function withoutTestSwitches(switches: Switches): Switches {
  return {
    ...switches,
    testHooks: false,
    testClock: systemTime,
    managedSettings: null,
    updateSource: null,
    shots: null,
    shotsOnly: [],
  };
}

/**
 * Whether a start makes Fleetdesk the program that the system opens its links with: only what people
 * installed and use, no test and no folder beside their own.
 */
export function opensLinks(start: {
  isPackaged: boolean;
  kind: BuildKind;
  switches: Pick<Switches, 'userDataDir'>;
}): boolean {
  return start.isPackaged && start.kind === 'release' && start.switches.userDataDir === null;
}

const fileSchema = z.string().max(4096).refine(path.isAbsolute).nullable();

const handedOverSchema = z.strictObject({
  userDataDir: fileSchema,
  connectionFile: fileSchema,
  demo: z
    .strictObject({ vehicles: z.number().int().min(1).max(largestDemo).nullable() })
    .nullable(),
  testHooks: z.boolean(),
  testClock: testClockSchema,
  managedSettings: fileSchema,
  updateSource: fileSchema,
  shots: fileSchema,
  shotsOnly: z.array(z.string().max(64)).max(100),
  lang: z.enum(locales).nullable(),
  hidden: z.boolean(),
  ownWindow: z.enum(ownWindows).nullable(),
  link: z
    .string()
    .max(LINK_AT_MOST + 1)
    .refine(isLinkLike)
    .nullable(),
}) satisfies z.ZodType<Switches>;

/**
 * The switches as a second start hands them over. Electron loses data that hold a zero byte, as its
 * own form of numbers, lists and letters beyond Latin does: a text of plain ASCII comes through.
 */
export function handOver(switches: Switches): { switches: string } {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { switches: JSON.stringify(switches).replaceAll(/[^ -~]/g, escaped) };
}

const parcelSchema = z.object({ switches: z.string().max(20_000) });

/**
 * The switches that a second start hands over; null for anything else. Another program of the same
 * person can speak over that lock too, so what comes is checked like a command line.
 */
export function readHandedOver(data: unknown): Switches | null {
  const parcel = parcelSchema.safeParse(data);
  return parcel.success ? readStored(handedOverSchema, parcel.data.switches) : null;
}

/** Our locale for a language tag such as `pt`, `pt-BR` or `es-419`; null where there is none. */
export function matchLocale(tag: string): Locale | null {
  const exact = locales.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  if (exact !== undefined) return exact;
  const language = tag.split(/[-_]/)[0]?.toLowerCase();
  return locales.find((locale) => locale.split('-')[0] === language) ?? null;
}

function readTestClock(text: string): TestClock {
  const [, shift, pace = '1'] = /^(-?\d{1,14})(?:,(\d{1,2}))?$/.exec(text) ?? [];
  const read = testClockSchema.safeParse({ shift: Number(shift), pace: Number(pace) });
  return read.success ? read.data : systemTime;
}

function writeTestClock({ shift, pace }: TestClock): string | null {
  if (pace !== 1) return `${shift},${pace}`;
  return shift === 0 ? null : String(shift);
}

/** The region of a language tag such as `en-GB`, or the likeliest one; null where there is none. */
export function regionOf(tag: string): string | null {
  try {
    const region = new Intl.Locale(tag).maximize().region ?? null;
    return region !== null && /^[A-Z]{2}$/.test(region) ? region : null;
  } catch {
    return null;
  }
}

function readCount(text: string): number | null {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= largestDemo ? count : null;
}
