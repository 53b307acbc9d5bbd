import type { ProxyConfig, Session } from 'electron';
import type { ProxySetting } from '@contract/proxy';
import { HttpFailure } from '@core/ports/http-transport';
import type { ProxyRoutes } from '@core/ports/proxy-routes';
import { knockProxy } from './knock-proxy';

/** Sessions of Electron that all go the way that the settings say. */
export class ElectronProxyRoutes implements ProxyRoutes {
  readonly #open: (partition: string) => Session;
  /** Each session, and when it goes the way of the settings. */
  readonly #sessions = new Map<Session, Promise<void>>();
  #setting: ProxySetting = { mode: 'system' };
  #lastLook: Promise<unknown> = Promise.resolve();
  readonly knock = knockProxy;

  constructor(open: (partition: string) => Session) {
    this.#open = open;
  }

  /** Opens a session for requests; {@link ready} says when the first one can go. */
  readonly open = (partition: string): Session => {
    const session = this.#open(partition);
    // A new session goes the system's way already, or that of the switches of a test.
    const isUsual = this.#setting.mode === 'system';
    this.#sessions.set(session, isUsual ? Promise.resolve() : this.#configure(session));
    return session;
  };

  /** Never goes on another way than the settings say. @throws HttpFailure */
  readonly ready = async (session: Session): Promise<void> => {
    try {
      await this.#sessions.get(session);
    } catch {
      throw new HttpFailure('offline', 'The proxy could not be set.', { sent: 'no' });
    }
  };

  use(setting: ProxySetting): void {
    if (JSON.stringify(setting) === JSON.stringify(this.#setting)) return;
    this.#setting = setting;
    for (const [session, before] of this.#sessions) {
      const next = before.catch(() => undefined).then(() => this.#configure(session));
      // Who waits for it hears of a failure.
      next.catch(() => undefined);
      this.#sessions.set(session, next);
    }
  }

  /** One look after another: they share a session, which goes one way at a time. */
  routeTo(url: string, setting: ProxySetting): Promise<string | null> {
    const look = async (): Promise<string | null> => {
      const session = this.#open('proxy-test');
      await session.setProxy(configOf(setting));
      await session.forceReloadProxyConfig();
      // Electron sets scripts as mandatory: it answers nothing where one fails, rather than DIRECT.
      return (await session.resolveProxy(url)) || null;
    };
    const looked = this.#lastLook.then(look, look);
    this.#lastLook = looked;
    return looked;
  }

  async #configure(session: Session): Promise<void> {
    await session.setProxy(configOf(this.#setting));
    // What is open goes the old way.
    await session.closeAllConnections();
  }
}

/** A setting in Electron's words. */
export function configOf(setting: ProxySetting): ProxyConfig {
  switch (setting.mode) {
    case 'system':
      return { mode: 'system' };
    case 'none':
      return { mode: 'direct' };
    case 'pac':
      return { mode: 'pac_script', pacScript: setting.address };
    case 'manual': {
      const { host, port, bypass } = setting;
      const proxyBypassRules = bypass.join(',');
      return { mode: 'fixed_servers', proxyRules: `${host}:${port}`, proxyBypassRules };
    }
  }
}
