import type { Connection } from '@contract/connections';
import { systemTimeZone } from './connections';
import { DEMO_IDENTITY } from './identity';

/** How to sign in to the demo service that runs inside the app. */
export interface DemoSignIn {
  url: string;
  publicKey: string;
  username: string;
  password: string;
  /** Zone of the demo fleet; the system's by default. */
  timeZone?: string;
  /** Keys that differ from the built-in profile, such as `{limits: {perMinute: 3000}}`. */
  profile?: Readonly<Record<string, unknown>>;
}

/** The connection to the demo service. It is never saved: its port is another at each start. */
export function demoConnection({ url, publicKey, username, timeZone }: DemoSignIn): Connection {
  return {
    id: DEMO_IDENTITY,
    // The renderer shows its own words for the demo fleet; this is the name in logs and files.
    name: 'Demo',
    baseUrl: url,
    timeZone: timeZone ?? systemTimeZone(),
    units: 'km/h',
    budgetShare: null,
    allowPlainHttp: false,
    username,
    hasPublicKey: publicKey !== '',
    isDemo: true,
    lastUsedAt: null,
  };
}
