import type { ProxyConfig, Session } from 'electron';
import type { ProxySetting } from '@contract/proxy';
import { HttpFailure } from '@core/ports/http-transport';
import type { ProxyRoutes } from '@core/ports/proxy-routes';
import { knockProxy } from './knock-proxy';
import { closeConnections, doneByStack } from './network-stack';

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
    this.#keep(session, isUsual ? Promise.resolve() : this.#configure(session));
    return session;
  };

  /**
   * Never goes on another way than the settings say. Where that could not be set, it is tried again
   * for the next request. @throws HttpFailure
   */
  readonly ready = async (session: Session): Promise<void> => {
    const configured = this.#sessions.get(session);
    try {
      await configured;
    } catch {
      if (this.#sessions.get(session) === configured) this.#keep(session, this.#configure(session));
      throw new HttpFailure('offline', 'The proxy could not be set.', { sent: 'no' });
    }
  };

  use(setting: ProxySetting): void {
    if (JSON.stringify(setting) === JSON.stringify(this.#setting)) return;
    this.#setting = setting;
    for (const [session, before] of this.#sessions) {
      this.#keep(
        session,
        before.catch(() => undefined).then(() => this.#configure(session)),
      );
    }
  }

  /** One look after another: they share a session, which goes one way at a time. */
  routeTo(url: string, setting: ProxySetting): Promise<string | null> {
    const look = async (): Promise<string | null> => {
      const session = this.#open('proxy-test');
      await doneByStack('take the proxy', session.setProxy(configOf(setting)));
      await doneByStack('take the proxy', session.forceReloadProxyConfig());
      // Electron sets scripts as mandatory: it answers nothing where one fails, rather than DIRECT.
      return (await session.resolveProxy(url)) || null;
    };
    const looked = this.#lastLook.then(look, look);
    this.#lastLook = looked;
    return looked;
  }

  #keep(session: Session, configured: Promise<void>): void {
    // Who waits for it hears of a failure.
    configured.catch(() => undefined);
    this.#sessions.set(session, configured);
  }

  async #configure(session: Session): Promise<void> {
    await doneByStack('take the proxy', session.setProxy(configOf(this.#setting)));
    // What is open goes the old way.
    await closeConnections(session);
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
