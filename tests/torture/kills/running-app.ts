import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { ChannelInput, ChannelName, ChannelOutput } from '@contract/channels';
import type { Result } from '@contract/errors';
import type { TopicName, TopicSnapshot } from '@contract/events';
import { launchElectron, switches } from '../../e2e/launch-electron';

/** How a sign-in is filled in. */
export interface Credentials {
  url: string;
  publicKey: string;
  username: string;
  password: string;
}

/** So long, ms, the real app may take for anything. */
const PATIENCE = 60_000;

/** The real app, from its start to the moment it is killed. */
export class RunningApp {
  readonly #app: ElectronApplication;
  readonly page: Page;

  private constructor(app: ElectronApplication, page: Page) {
    this.#app = app;
    this.page = page;
  }

  /** Starts it on a folder; resolves once its window has a page. */
  static async start(userData: string, args: readonly string[] = []): Promise<RunningApp> {
    const starting = launch(userData, args);
    const app = await starting;
    const page = await app.firstWindow({ timeout: PATIENCE });
    page.setDefaultTimeout(PATIENCE);
    return new RunningApp(app, page);
  }

  /** Starts it and kills it after so many milliseconds, whatever it is about by then. */
  static async startAndKill(userData: string, after: number): Promise<void> {
    const app = await launch(userData, []);
    await new Promise((resolve) => setTimeout(resolve, after));
    await kill(app);
  }

  /** Calls a channel as the page does; null where the app was killed before it answered. */
  async call<C extends ChannelName>(
    channel: C,
    input?: ChannelInput<C>,
  ): Promise<Result<ChannelOutput<C>> | null> {
    try {
      const answer = await this.page.evaluate(callBridge, { channel, input });
      return answer as Result<ChannelOutput<C>>;
    } catch {
      return null;
    }
  }

  /**
   * Waits until everything stands on the store: before, it is as if nobody were signed in, and a
   * page that is just being loaded answers nothing at all.
   */
  async settled(): Promise<void> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const answer = await this.call('records.deleted');
      if (answer?.ok === true) return;
      if (Date.now() > end) throw new Error(`The app does not answer: ${JSON.stringify(answer)}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Waits until a topic is in a wanted state; answers the last one seen in any case. */
  async until<T extends TopicName>(
    topic: T,
    isWanted: (state: TopicSnapshot<T>) => boolean,
    { patience = PATIENCE, every = 25 } = {},
  ): Promise<TopicSnapshot<T> | null> {
    const end = Date.now() + patience;
    let state: TopicSnapshot<T> | null = null;
    for (;;) {
      const answer = await this.call('events.subscribe', topic);
      if (answer?.ok === true) state = answer.data.snapshot as TopicSnapshot<T>;
      if ((state !== null && isWanted(state)) || Date.now() > end) return state;
      await new Promise((resolve) => setTimeout(resolve, every));
    }
  }

  /** Signs in by the form, as a person does. */
  async signIn({ url, publicKey, username, password }: Credentials): Promise<void> {
    const address = this.page.getByRole('textbox', { name: 'Base URL' });
    const fields = { 'Public key': publicKey, Username: username, Password: password };
    for (const [name, text] of Object.entries(fields)) {
      await this.page.getByRole('textbox', { name }).fill(text);
    }
    if ((await address.count()) > 0) await address.fill(url);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await this.page.waitForURL(/index\.html/);
  }

  /** Kills the main process with -9; all others of it end with it. */
  async kill(): Promise<void> {
    await kill(this.#app);
  }
}

/** Runs in the page. */
function callBridge({ channel, input }: { channel: string; input: unknown }): Promise<unknown> {
  const [namespace = '', verb = ''] = channel.split('.');
  const bridge = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
  const call = bridge[namespace]?.[verb];
  return call === undefined ? Promise.reject(new Error(`No ${channel}`)) : call(input);
}

type Bridge = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

function launch(userData: string, args: readonly string[]): Promise<ElectronApplication> {
  return launchElectron({
    // Not within the folder itself, of which copies are made.
    temporary: path.join(path.dirname(userData), 'tmp'),
    args: [path.resolve('tests/e2e/held-app.mjs'), ...switches(userData), ...args],
    onDeath: (what) => console.error(what),
  });
}

async function kill(app: ElectronApplication): Promise<void> {
  const child = app.process();
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  child.kill('SIGKILL');
  await ended;
}
