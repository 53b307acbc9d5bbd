import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  expect,
  test as base,
  type ElectronApplication,
  type Page,
  type TestInfo,
} from '@playwright/test';
import type { TestClock } from '../../electron/contract/test-clock';
import { emptyKeyring } from './keyring';
import { environment, launchElectron, patience, switches } from './launch-electron';
import { startWatchman, type Watchman } from './watchman';

const root = resolve(import.meta.dirname, '../..');
const heldApp = resolve(import.meta.dirname, 'held-app.mjs');

/** How a test starts the app. */
export interface LaunchOptions {
  /** Switches beside the ones that every test needs. */
  args?: string[];
  /** Variables to set; `undefined` takes one away. */
  env?: Record<string, string | undefined>;
  /** A folder of an earlier start, to start again where that one ended. */
  userData?: string;
  /**
   * Contact on this machine goes through the watchman, too: only hosts that the test allowed may be
   * contacted. Connections that break do so a little differently then.
   */
  isWatched?: boolean;
  /** The system user's configuration folder, for starts that share it; else one of its own. */
  configuration?: string;
}

/** The running app. */
export interface Fleetdesk {
  app: ElectronApplication;
  page: Page;
  userData: string;
  /** What main said on stderr so far. */
  stderr(): string;
  isRunning(): boolean;
  /** Ends the app as a person does: by quitting. */
  quit(): Promise<void>;
  /** Ends the app at once, without a question and without a chance to tidy up. */
  kill(): Promise<void>;
}

/** What every test of the real app can use. */
export interface Fixtures {
  /** Day and hour at which the test begins, ISO 8601; app and demo service run on from there. */
  startsAt: string;
  /** How many times as fast as the system's the clock of app and demo service goes. */
  pace: number;
  /** That clock, throughout the test. */
  clock: TestClock;
  /** What every test begins with: a keyring in which no earlier test left anything. */
  freshKeyring: undefined;
  /** Starts the app, in a folder of its own unless told otherwise. */
  launch(options?: LaunchOptions): Promise<Fleetdesk>;
  /** Complaints of the pages that this test expects; all others fail it. */
  expectComplaint(pattern: RegExp): void;
  complaints: { seen: string[]; expected: RegExp[] };
  /**
   * The proxy in front of every start: contact beyond this machine fails the test, and so does any
   * that the test did not allow, where the start is watched closely.
   */
  watchman: Watchman;
}

/** What the command line of every start holds. */
export function commandLine(
  userData: string,
  args: readonly string[] = [],
  program = root,
): string[] {
  return [program, ...switches(userData), ...args];
}

/** A working Tuesday, when most of the demo's vehicles are on their way. */
export const workingDay = '2026-03-10T09:30:00-03:00';

/** A clock that stands at a day and hour now, and goes on from there. */
export function clockFrom(startsAt: string, pace: number): TestClock {
  return { shift: Date.parse(startsAt) - Date.now() * pace, pace };
}

/** The switch that gives the app a clock. */
export function clockSwitch({ shift, pace }: TestClock): string {
  return `--test-clock=${shift},${pace}`;
}

/** Zone of the demo's town, in which the app runs too: its days are the service's. */
const zone = 'America/Sao_Paulo';

const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A folder for one start or several. It is removed when the process of the tests ends. */
export async function makeUserData(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetdesk-e2e-'));
  folders.add(folder);
  return folder;
}

async function start(
  { args = [], env, userData: given, configuration, isWatched = false }: LaunchOptions,
  { complaints, clock, watchman }: Pick<Fixtures, 'complaints' | 'clock' | 'watchman'>,
  info: TestInfo,
): Promise<Fleetdesk> {
  const userData = given ?? (await makeUserData());
  const proxy = isWatched ? watchman.argsForAll : watchman.args;
  const app = await launchElectron({
    temporary: join(userData, 'tmp'),
    configuration,
    args: commandLine(userData, [clockSwitch(clock), ...proxy, ...args], heldApp),
    env: environment({ TZ: zone, ...env }),
    onDeath: (description) => info.annotations.push({ type: 'noted', description }),
  });
  const child = app.process();
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const page = await app.firstWindow({ timeout: patience });
  page.on('pageerror', (error) => complaints.seen.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.seen.push(message.text());
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const quit = async () => {
    // In a turn of its own, like a person's: Playwright's calls run in the midst of what main does,
    // where an answer is given and not yet heard. The answer to this one may be lost with the
    // process that should give it.
    void app
      .evaluate(({ app: electron }) => {
        setImmediate(() => {
          electron.quit();
        });
      })
      .catch(() => undefined);
    await expect.poll(isRunning, { message: 'whether the app still runs' }).toBe(false);
    expect(child.exitCode).toBe(0);
  };
  const kill = async () => {
    const ended = app.waitForEvent('close');
    child.kill('SIGKILL');
    await ended;
  };
  return { app, page, userData, stderr: () => stderr, isRunning, quit, kill };
}

/** What a failed test leaves of an app that still runs: what it said, and a picture of it. */
async function attachTraces(info: TestInfo, { page, stderr }: Fleetdesk): Promise<void> {
  if (info.status === info.expectedStatus) return;
  await info.attach('stderr', { body: stderr(), contentType: 'text/plain' });
  if (page.isClosed()) return;
  await info.attach('window', { body: await page.screenshot(), contentType: 'image/png' });
}

/**
 * Playwright's test, with the real app: every start is ended with the test, and the keyring is
 * empty at its start.
 */
export const test = base.extend<Fixtures>({
  startsAt: [workingDay, { option: true }],
  pace: [1, { option: true }],
  clock: async ({ startsAt, pace }, use) => {
    await use(clockFrom(startsAt, pace));
  },
  freshKeyring: [
    // Playwright reads the names of the fixtures that another needs from the braces.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await emptyKeyring();
      await use(undefined);
      // On Linux the keyring is the tests' own, and is emptied again before it is used.
      if (process.platform !== 'linux') await emptyKeyring();
    },
    { auto: true },
  ],
  // Playwright reads the names of the fixtures that another needs from the braces.
  // eslint-disable-next-line no-empty-pattern
  complaints: async ({}, use) => {
    const complaints: Fixtures['complaints'] = { seen: [], expected: [] };
    await use(complaints);
    const surprises = complaints.seen.filter(
      (text) => !complaints.expected.some((pattern) => pattern.test(text)),
    );
    expect(surprises, 'what the pages complained of').toEqual([]);
  },
  expectComplaint: async ({ complaints }, use) => {
    await use((pattern) => complaints.expected.push(pattern));
  },
  // Playwright reads the names of the fixtures that another needs from the braces.
  // eslint-disable-next-line no-empty-pattern
  watchman: async ({}, use) => {
    const watchman = await startWatchman();
    await use(watchman);
    watchman.close();
    expect(
      watchman.strays(),
      'whom the app contacted beside its service and chosen sources',
    ).toEqual([]);
  },
  launch: async ({ complaints, clock, watchman }, use, info) => {
    const started: Fleetdesk[] = [];
    await use(async (options = {}) => {
      const fleetdesk = await start(options, { complaints, clock, watchman }, info);
      started.push(fleetdesk);
      return fleetdesk;
    });
    for (const fleetdesk of started) {
      if (!fleetdesk.isRunning()) continue;
      await attachTraces(info, fleetdesk);
      await fleetdesk.kill();
    }
  },
});

export { expect };
