import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { makeUserData } from '../e2e/fleetdesk';
import { environment, patience } from '../e2e/launch-electron';
import { hasLoadedPage } from '../loaded-page';

/** The packages under test, as `npm run package:test` has made them. */
export const packages = {
  release: named('FLEETDESK_RELEASE'),
  test: named('FLEETDESK_TEST_PACKAGE'),
  deb: process.env['FLEETDESK_DEB'] ?? null,
};

function named(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error('Start these tests with "npm run package:test".');
  return value;
}

/** A packed app that was started. */
export interface PackedApp {
  child: ChildProcess;
  userData: string;
  /** What it said on stderr so far. */
  stderr(): string;
  isRunning(): boolean;
  /** Waits until it has ended; answers its exit code. */
  ended(): Promise<number | null>;
}

/** How a packed app is started. */
export interface PackedStart {
  args?: readonly string[];
  env?: Record<string, string | undefined>;
  userData?: string;
  /** What the program is started with, such as one that changes the user. */
  through?: readonly string[];
}

/** Where Chromium writes the debugging port that it chose. */
export const portFile = 'DevToolsActivePort';

const started = new Set<ChildProcess>();

/** Starts an executable as a person does, in folders of its own. */
export async function startPacked(
  executable: string,
  { args = [], env = {}, userData: given, through = [] }: PackedStart = {},
): Promise<PackedApp> {
  const userData = given ?? (await makeUserData());
  // The port of an earlier start in this folder.
  await rm(join(userData, portFile), { force: true });
  const root = process.getuid?.() === 0 && through.length === 0 ? ['--no-sandbox'] : [];
  const [program = '', ...first] = [...through, executable];
  const child = spawn(program, [...first, ...root, `--user-data-dir=${userData}`, ...args], {
    env: environment({
      ...{ XDG_CONFIG_HOME: join(userData, 'configuration'), LANG: 'C' },
      // Without it, a refused start waits for a click on macOS and Windows.
      CI: '1',
      ...env,
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.add(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    userData,
    stderr: () => said,
    isRunning,
    ended: async () => {
      await expect.poll(isRunning, { message: 'whether the app still runs' }).toBe(false);
      return child.exitCode;
    },
  };
}

/** Quits the app as the system does. Windows has no such signal: it ends the program at once. */
export async function quit(app: PackedApp): Promise<void> {
  app.child.kill('SIGTERM');
  expect(await app.ended()).toBe(process.platform === 'win32' ? null : 0);
}

/** Ends what a test has left running. */
export function endAll(): void {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  started.clear();
}

/**
 * Attaches to the first page of a package for tests, by the debugging port that it opened, once
 * that page is the document of this name.
 */
export async function attach(
  { userData }: PackedApp,
  document: 'index' | 'sign-in' = 'index',
): Promise<Page> {
  const file = join(userData, portFile);
  const port = () => readFile(file, 'utf8').catch(() => '');
  await expect.poll(port, { timeout: patience, message: 'the debugging port' }).not.toBe('');
  const [number = ''] = (await port()).split('\n');
  const address = `http://127.0.0.1:${number}`;
  const isLoaded = () => hasLoadedPage(address, new RegExp(`/${document}\\.html`));
  await expect.poll(isLoaded, { timeout: patience, message: 'a page' }).toBe(true);
  const browser = await chromium.connectOverCDP(address);
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  await expect.poll(() => pages().length, { timeout: patience }).toBeGreaterThan(0);
  const [page] = pages();
  if (page === undefined) throw new Error('the app has no page');
  return page;
}
