import type { ProxySetting } from '@contract/proxy';
import type { ProxyCredentials, ProxyPlace } from './proxy-credentials';

/** What a proxy answered when it was asked for a way to a host. */
export type ProxyAnswer = 'opened' | 'asks' | 'refused' | 'unreachable';

/** How requests leave this computer. */
export interface ProxyRoutes {
  /** From now on all requests go this way; those that wait, too. */
  use(setting: ProxySetting): void;
  /**
   * The way to a URL under a setting, as a PAC script says it: `DIRECT`, `PROXY host:port; …`. Null
   * where the setting's script can't be loaded or run.
   */
  routeTo(url: string, setting: ProxySetting): Promise<string | null>;
  /**
   * Asks a proxy for a way to `target` (`host:port`) and closes it again; without a target only
   * whether something listens. Nothing is sent to the target.
   */
  knock(
    place: ProxyPlace,
    target: string | null,
    credentials: ProxyCredentials | null,
  ): Promise<ProxyAnswer>;
}
