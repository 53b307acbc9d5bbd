import type { Page } from '@playwright/test';
import { startDemoService, type DemoOptions, type DemoService } from '../../electron/demo';
import { expect, test as base, type Fleetdesk, type LaunchOptions } from './fleetdesk';
import { emptyKeyring } from './keyring';

/** A request as the demo service saw it. */
export interface LoggedRequest {
  /** Epoch milliseconds. */
  at: number;
  method: string;
  path: string;
  operation: string | null;
  status: number;
}

interface Fixtures {
  /** Starts a demo service in this process; it ends with the test. */
  serve(options?: DemoOptions): Promise<DemoService>;
  /** Starts the app and signs in to a demo service by the form. */
  signedIn(demo: DemoService, options?: LaunchOptions): Promise<Fleetdesk>;
}

/** So many requests a minute that no test waits for the budget, unless it is about the budget. */
export const unhurried = 6_000;

/** Fills the sign-in form as a person does, and sends it. */
export async function signInByForm(
  page: Page,
  { url, publicKey, username, password }: Omit<DemoService, 'close'>,
): Promise<void> {
  const fields = {
    'Base URL': url,
    'Public key': publicKey,
    Username: username,
    Password: password,
  };
  for (const [name, text] of Object.entries(fields)) {
    await page.getByRole('textbox', { name }).fill(text);
  }
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** What a demo service with test controls was asked so far. */
export async function requestLog({ url }: Pick<DemoService, 'url'>): Promise<LoggedRequest[]> {
  const answer = await fetch(new URL('/control/log', url));
  const { entries } = (await answer.json()) as { entries: LoggedRequest[] };
  return entries;
}

/** Playwright's test, with the real app and demo services; the keyring is empty at its start. */
export const test = base.extend<Fixtures>({
  // Playwright reads the names of the fixtures that another needs from the braces.
  // eslint-disable-next-line no-empty-pattern
  serve: async ({}, use) => {
    await emptyKeyring();
    const started: DemoService[] = [];
    await use(async (options = {}) => {
      const demo = await startDemoService({ ratePerMinute: unhurried, ...options });
      started.push(demo);
      return demo;
    });
    await Promise.all(started.map((demo) => demo.close()));
    await emptyKeyring();
  },
  signedIn: async ({ launch }, use) => {
    await use(async (demo, options) => {
      const fleetdesk = await launch(options);
      await signInByForm(fleetdesk.page, demo);
      await fleetdesk.page.waitForURL(/index\.html/);
      return fleetdesk;
    });
  },
});

export { expect };
