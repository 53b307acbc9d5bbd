import type { CrashReport } from '@contract/crashes';
import type { CheckResult } from '@contract/diagnosis';
import { FleetdeskError } from '@contract/errors';
import type { JournalState } from '@contract/journal';
import type { Settings } from '@contract/settings';
import type { StoreState } from '@contract/store';
import type { SupportBundle } from '@contract/support-bundle';
import type { Redactor } from '../logging/redact';
import type { LogPart } from '../ports/log-file';
import type { Random } from '../ports/random';

/** So much of each file of the log is taken, characters: its end. */
const LOG_PART = 512 * 1024;

/** Settings that hold no address, no name and no text of a person; a new one is left out at first. */
const SHOWN_SETTINGS: readonly (keyof Settings)[] = [
  ...(['theme', 'locale', 'density', 'clock', 'firstWeekday', 'formatRegion'] as const),
  ...(['listWidth', 'mapLabels', 'mapOthers', 'listDetail'] as const),
  ...(['playerHeight', 'playbackSpeed', 'gapHandling', 'workOffline'] as const),
  ...(['notifications', 'alertVolume', 'doNotDisturbUntil'] as const),
  ...(['startAtLogin', 'startHidden', 'closeToTray', 'saveOnBattery'] as const),
  ...(['detailedLog', 'welcomed'] as const),
  ...(['lateAfter', 'silentAfter', 'parkedSilentAfter', 'longIdling'] as const),
  ...(['trailDays', 'deletedDays'] as const),
  ...(['updateChecks', 'updateChannel'] as const),
];

/** Where a bundle gets its content from. */
export interface BundleSources {
  random: Pick<Random, 'id'>;
  redactor: Pick<Redactor, 'text'>;
  versions(): Readonly<Record<string, string>>;
  settings(): Settings;
  checks(): readonly CheckResult[];
  journal(): JournalState;
  store(): StoreState;
  /** How many records of each collection are kept. */
  counts(): Readonly<Record<string, number>>;
  log(most: number): Promise<readonly LogPart[]>;
}

/**
 * Makes bundles for support: what they hold is seen before it is saved, and exactly that is
 * saved. Every text goes through the redactor once more.
 */
export class SupportBundles {
  readonly #sources: BundleSources;
  #last: SupportBundle | null = null;

  constructor(sources: BundleSources) {
    this.#sources = sources;
  }

  /** Makes a bundle; the one before is forgotten. */
  async make(): Promise<SupportBundle> {
    const { random, redactor, versions, settings, checks, journal, store, counts, log } =
      this.#sources;
    const { phase, bytes, damaged } = store();
    const chosen = settings();
    const shown = SHOWN_SETTINGS.map((name): [string, unknown] => [name, chosen[name]]);
    const parts = await log(LOG_PART);
    const texts: [name: string, text: string][] = [
      ['versions.txt', listOf(versions())],
      ['diagnosis.txt', checks().map(lineOf).join('\n')],
      ['faults.txt', journal().faults.map(faultText).join('\n\n')],
      ['crashes.txt', journal().crashes.map(crashText).join('\n\n')],
      ['settings.txt', listOf({ ...Object.fromEntries(shown), proxyMode: chosen.proxy.mode })],
      [
        'store.txt',
        listOf({
          phase,
          megabytes: bytes === null ? null : Math.round(bytes / 1_000_000),
          damagedRows: damaged?.rows ?? 0,
          ...counts(),
        }),
      ],
      ...parts.map(({ name, text }): [string, string] => [`logs/${name}`, text]),
    ];
    const files = texts.map(([name, text]) => {
      const safe = redactor.text(text);
      return { name, text: safe, bytes: bytesOf(safe) };
    });
    this.#last = { id: random.id(), files };
    return this.#last;
  }

  /** The files of a bundle that are to be saved. @throws FleetdeskError `not-found` */
  take(id: string, names: readonly string[]): SupportBundle['files'] {
    const files = this.#last?.id === id ? this.#last.files : null;
    const wanted = files?.filter(({ name }) => names.includes(name)) ?? [];
    if (wanted.length > 0) return wanted;
    throw new FleetdeskError({
      code: 'not-found',
      message: 'This support bundle is no longer there.',
    });
  }
}

function listOf(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n');
}

/** Without what was measured: an address or the name of a map may be in there. */
function lineOf({ id, verdict, finding, values, at }: CheckResult): string {
  const numbers = Object.entries(values)
    .filter(([name, value]) => typeof value === 'number' && !name.endsWith('At'))
    .map(([name, value]) =>
      name.endsWith('Bytes')
        ? `${name.replace('Bytes', 'Megabytes')}=${String(Math.round(Number(value) / 1_000_000))}`
        : `${name}=${String(value)}`,
    );
  return [new Date(at).toISOString(), id, verdict, finding, ...numbers].join(' ');
}

function faultText({ where, detail, lastAt, count }: JournalState['faults'][number]): string {
  return `${new Date(lastAt).toISOString()} (${String(count)} ×) ${where}\n${detail}`;
}

function crashText({ at, part, reason, exitCode, version, lines }: CrashReport): string {
  const head = [new Date(at).toISOString(), version, part, reason, String(exitCode)];
  return [head.join(' '), ...lines].join('\n');
}

/** Of the text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
