import type { AppError, ErrorReason } from '@contract/errors';
import type { SessionState } from '@contract/session';
import { locales, type Settings } from '@contract/settings';
import type { StoreState } from '@contract/store';
import { fakeConnections, fakeSession } from './office';
import type { FakeOptions } from '.';

const offline: AppError = { code: 'offline', message: 'connect ENETUNREACH 203.0.113.9:443' };

/** How the store stands in a state of the office. */
function storeState(name: string, now: number): Partial<StoreState> {
  const failed = (reason?: ErrorReason): Partial<StoreState> => ({
    phase: 'failed',
    bytes: null,
    error: { code: 'store-damaged', message: 'SQLITE_CANTOPEN', ...(reason && { reason }) },
  });
  switch (name) {
    case 'store-opening':
      return { phase: 'opening', bytes: null };
    case 'store-locked':
      return { phase: 'locked', bytes: null };
    case 'store-passphrase':
      return {
        phase: 'locked',
        bytes: null,
        error: {
          code: 'keychain-locked',
          reason: 'wrong-passphrase',
          message: 'The passphrase does not open the saved session.',
        },
      };
    case 'store-in-use':
      return { phase: 'inUse', bytes: null };
    case 'store-disk-full':
      return failed('disk-full');
    case 'store-read-only':
      return failed('read-only');
    case 'store-key-missing':
      return failed('key-missing');
    case 'store-newer':
      return failed('newer-version');
    case 'store-set-aside':
      return {
        setAside: {
          fileName: 'fleet-3f9c.set-aside-1.db',
          at: now - 60_000,
          isChosen: false,
          recovered: 2,
        },
      };
    case 'store-lost':
      return { setAside: { fileName: null, at: now - 60_000, isChosen: false, recovered: null } };
    case 'store-in-memory':
      return { phase: 'inMemory', bytes: null };
    default:
      return failed();
  }
}

/** A state of the office to look at, by the name that the address gives. */
function named(name: string | null, isSignIn: boolean): FakeOptions {
  const now = Date.now();
  const [connection = null] = fakeConnections(now);
  const session = (change: Partial<SessionState>): FakeOptions => ({
    session: isSignIn || !connection ? change : { ...fakeSession(connection, now), ...change },
  });
  switch (name) {
    case 'offline':
      return {
        ...session({
          link: { state: 'offline', since: now, lastAnswerAt: now, error: offline },
        }),
        moving: false,
      };
    case 'work-offline':
      return { settings: { workOffline: true }, moving: false };
    case 'store-opening':
    case 'store-locked':
    case 'store-passphrase':
    case 'store-in-use':
    case 'store-disk-full':
    case 'store-read-only':
    case 'store-key-missing':
    case 'store-newer':
    case 'store-damaged':
      // What waits to be sent lies in the store, and so can't be told.
      return { store: storeState(name, now), outbox: [] };
    case 'store-set-aside':
    case 'store-lost':
    case 'store-in-memory':
      return { store: storeState(name, now) };
    case 'expired':
      return session({ phase: 'expired' });
    case 'memory':
      return session({ place: 'memory', keychain: 'unavailable' });
    case 'restoring':
      return session({ phase: 'restoring' });
    case 'refused-file':
      return {
        connections: {
          refusedFile: {
            file: 'office.json',
            error: {
              code: 'file-unreadable',
              reason: 'profile-broken',
              message: 'baseUrl: not a URL',
              fields: [{ path: 'baseUrl', message: 'not a URL' }],
            },
          },
        },
      };
    case 'locked':
      return session({ keychain: 'locked', connection });
    case 'unavailable':
      return session({ keychain: 'unavailable' });
    case 'unreadable':
      return session({ keychain: 'unreadable', connection });
    case 'passphrase':
      return session({ keychain: 'locked', place: 'passphrase', connection });
    case 'paused':
      return {
        budget: {
          used: 48,
          queued: 14,
          pausedUntil: now + 38_000,
          pause: 'rate-limited',
        },
        moving: false,
      };
    case 'unshared-budget':
      return { budget: { isShared: false } };
    case 'newcomer':
      return { connections: { connections: [], preselected: null } };
    case 'broken-file':
      return {
        connections: { connections: [], preselected: null, setAside: 'connections.broken-1.json' },
      };
    case 'refused':
      return {
        faults: {
          'session.signIn': {
            code: 'unauthenticated',
            reason: 'refused-or-fault',
            status: 500,
            message: 'POST /v2/auth/login answered 500',
            serviceMessage: 'Unauthorized',
          },
        },
      };
    case 'html':
      return {
        faults: {
          'connections.test': {
            code: 'bad-response',
            reason: 'html',
            status: 200,
            message: 'text/html; charset=utf-8 at POST /v2/auth/login',
          },
        },
      };
    case 'card-failed': {
      const timeout: AppError = { code: 'timeout', message: 'no answer within 20 s' };
      const channels = ['vehicles.device', 'vehicles.drivers', 'trajectories.days'];
      return { faults: Object.fromEntries(channels.map((channel) => [channel, timeout])) };
    }
    case 'demo-failed':
      return {
        faults: {
          'session.startDemo': {
            code: 'service-error',
            reason: 'demo-failed',
            message: 'listen EADDRINUSE 127.0.0.1:41000',
          },
        },
      };
    case null:
      return {};
    default:
      throw new Error(`No state is called "${name}".`);
  }
}

/** What the address of a mocked page asks for. */
export function fakeStateOf(search: URLSearchParams, isSignIn: boolean): FakeOptions {
  const theme = search.get('theme');
  const locale = locales.find((each) => each === search.get('locale'));
  const settings: Partial<Settings> = {
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(locale ? { locale } : {}),
  };
  const vehicles = Number(search.get('vehicles'));
  const state = named(search.get('state'), isSignIn);
  return {
    ...state,
    settings: { ...settings, ...state.settings },
    ...(vehicles > 0 ? { vehicles } : {}),
  };
}
