import type { ProxySetting } from '@contract/proxy';
import { reportFault } from '../faults';
import type { ProxyRoutes } from '../ports/proxy-routes';

/** Stands for any host where no service is known: nothing is asked of it. */
export const anyHost = 'https://fleetdesk.invalid/';

/**
 * Looks whether the script that a person set to choose the proxy can be loaded and run, each time
 * that another one is set: without it no request goes out, and nobody should have to guess why.
 */
export class ProxyScript {
  readonly #routes: Pick<ProxyRoutes, 'routeTo'>;
  readonly #tell: (isBroken: boolean) => void;
  #setting: ProxySetting = { mode: 'system' };

  /** @param tell hears of every look */
  constructor(routes: Pick<ProxyRoutes, 'routeTo'>, tell: (isBroken: boolean) => void) {
    this.#routes = routes;
    this.#tell = tell;
  }

  /** Looks at the script of a setting that is in use from now on. */
  follow(setting: ProxySetting): void {
    if (JSON.stringify(setting) === JSON.stringify(this.#setting)) return;
    this.#setting = setting;
    this.#tell(false);
    if (setting.mode !== 'pac') return;
    this.#routes.routeTo(anyHost, setting).then(
      (route) => {
        // Another one was set meanwhile.
        if (this.#setting === setting) this.#tell(route === null);
      },
      (fault: unknown) => {
        reportFault('the script of the proxy could not be looked at', fault);
      },
    );
  }
}
