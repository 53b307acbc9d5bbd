import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { timeOfDay } from '../../electron/contract/test-clock';
import { startDemoService, type DemoOptions, type DemoService } from '../../electron/demo';
import type { OperationName } from '../../electron/demo/http/operations';
import {
  expect,
  makeUserData,
  test as base,
  type Fleetdesk,
  type LaunchOptions,
} from './fleetdesk';

/** A request as the demo service saw it. */
export interface LoggedRequest {
  /** Epoch milliseconds. */
  at: number;
  method: string;
  path: string;
  operation: string | null;
  status: number;
}

/** What the sign-in form asks for. */
export type Credentials = Pick<DemoService, 'url' | 'publicKey' | 'username' | 'password'>;

/** How a test signs in. */
export interface SignInOptions extends LaunchOptions {
  /** Requests a minute that the app may take this service to allow; 50 by default. */
  perMinute?: number;
}

/** The app, signed in to a demo service of its own. */
export interface Office extends Fleetdesk {
  demo: DemoService;
  /** What the service was asked to do by one operation, in order. */
  asked(operation: OperationName): Promise<LoggedRequest[]>;
}

export interface DemoFixtures {
  /** Starts a demo service in this process; it ends with the test. */
  serve(options?: DemoOptions): Promise<DemoService>;
  /** Starts the app and signs in to a demo service by the form. */
  signedIn(demo: DemoService, options?: SignInOptions): Promise<Fleetdesk>;
  /**
   * Starts both for a fleet of so many vehicles, with test controls and no wait for the budget. The
   * app contacts this service alone, and what the test allows beside it.
   */
  office(vehicles: number): Promise<Office>;
}

/** So many requests a minute that no test waits for the budget, unless it is about the budget. */
export const unhurried = 6_000;

/** A connection file for a service that allows more than the usual requests a minute. */
export function connectionFile({ url }: Pick<DemoService, 'url'>, perMinute: number): string {
  return JSON.stringify({ name: 'Unhurried', baseUrl: url, profile: { limits: { perMinute } } });
}

/**
 * The arguments that start the app with a connection to a demo service whose profile describes
 * service orders, as that of the built-in demo fleet does.
 */
export async function withServiceOrders(
  { url }: Pick<DemoService, 'url'>,
  userData: string,
): Promise<string[]> {
  const text = await readFile('resources/profiles/demo.json', 'utf8');
  const { resources } = JSON.parse(text) as { resources: object };
  const profile = { resources, limits: { perMinute: unhurried } };
  const file = join(userData, 'orders.json');
  await writeFile(file, JSON.stringify({ name: 'Orders', baseUrl: url, profile }));
  return [`--connection=${file}`];
}

/** Fills the sign-in form as a person does, and sends it. An address that is there stays. */
export async function signInByForm(
  page: Page,
  { url, publicKey, username, password }: Credentials,
): Promise<void> {
  const address = page.getByRole('textbox', { name: 'Base URL' });
  const fields = { 'Public key': publicKey, Username: username, Password: password };
  for (const [name, text] of Object.entries(fields)) {
    await page.getByRole('textbox', { name }).fill(text);
  }
  // A connection from a file brings its address.
  if ((await address.count()) > 0) await address.fill(url);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** What a demo service with test controls was asked so far. */
export async function requestLog({ url }: Pick<DemoService, 'url'>): Promise<LoggedRequest[]> {
  const answer = await fetch(new URL('/control/log', url));
  const { entries } = (await answer.json()) as { entries: LoggedRequest[] };
  return entries;
}

/** Puts the clock of a demo service with test controls on by so many seconds. */
export async function advance({ url }: Pick<DemoService, 'url'>, seconds: number): Promise<void> {
  await fetch(new URL('/control/advance', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  });
}

/** Brings the page back to the map, as after a start; nothing on it may be unsaved. */
export async function startAfresh(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.replaceState(null, '', '#/map');
  });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}

/** Playwright's test, with the real app and demo services. */
export const test = base.extend<DemoFixtures>({
  serve: async ({ clock, watchman }, use) => {
    const started: DemoService[] = [];
    await use(async (options = {}) => {
      const now = () => timeOfDay(clock, Date.now());
      const demo = await startDemoService({ ratePerMinute: unhurried, now, ...options });
      started.push(demo);
      watchman.allow(demo.url);
      return demo;
    });
    await Promise.all(started.map((demo) => demo.close()));
  },
  signedIn: async ({ launch }, use) => {
    await use(async (demo, { perMinute, ...options } = {}) => {
      const userData = options.userData ?? (await makeUserData());
      const args = [...(options.args ?? [])];
      if (perMinute !== undefined) {
        const file = join(userData, 'unhurried.json');
        await writeFile(file, connectionFile(demo, perMinute));
        args.push(`--connection=${file}`);
      }
      const fleetdesk = await launch({ ...options, userData, args });
      await signInByForm(fleetdesk.page, demo);
      await fleetdesk.page.waitForURL(/index\.html/);
      // Only then keys are heard.
      await expect(fleetdesk.page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
      return fleetdesk;
    });
  },
  office: async ({ serve, signedIn }, use) => {
    await use(async (vehicles) => {
      const demo = await serve({ vehicles, testControl: true });
      const fleetdesk = await signedIn(demo, { perMinute: unhurried, isWatched: true });
      const asked = async (operation: OperationName) =>
        (await requestLog(demo)).filter((each) => each.operation === operation);
      return { ...fleetdesk, demo, asked };
    });
  },
});

export { expect };
