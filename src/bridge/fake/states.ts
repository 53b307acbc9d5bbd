import type { AppError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import { locales, type Settings } from '@contract/settings';
import { fakeConnections, fakeSession } from './office';
import type { FakeOptions } from '.';

const offline: AppError = { code: 'offline', message: 'connect ENETUNREACH 203.0.113.9:443' };

/** A state of the office to look at, by the name that the address gives. */
function named(name: string | null, isSignIn: boolean): FakeOptions {
  const now = Date.now();
  const [connection = null] = fakeConnections(now);
  const session = (change: Partial<SessionState>): FakeOptions => ({
    session: isSignIn || !connection ? change : { ...fakeSession(connection, now), ...change },
  });
  switch (name) {
    case 'offline':
      return session({
        link: {
          state: 'offline',
          since: now - 240_000,
          lastAnswerAt: now - 251_000,
          error: offline,
        },
      });
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
    default:
      return {};
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
  return {
    settings,
    ...(vehicles > 0 ? { vehicles } : {}),
    ...named(search.get('state'), isSignIn),
  };
}
