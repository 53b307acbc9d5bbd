import type { AppError, ErrorReason } from '@contract/errors';
import type { SessionState } from '@contract/session';
import { locales, type Settings } from '@contract/settings';
import type { StoreState } from '@contract/store';
import { noUpdates, type UpdatesState } from '@contract/updates';
import type { Overlay } from './laid-over';

/** A state of the office to look at. */
export interface NamedState extends Overlay {
  settings?: Partial<Settings>;
  /** No request reaches the service. */
  isCutOff?: boolean;
  /** What was queued before can't be read. */
  isOutboxEmpty?: boolean;
  /** There are no saved connections. */
  isNewcomer?: boolean;
}

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

function updatesState(name: string, now: number): UpdatesState {
  const notes = 'The map draws faster.\n\n- Zones can be copied.\n- Search finds crossings.';
  return {
    ...noUpdates,
    ...{ off: null, host: 'updates.example', checkedAt: now - 60_000 },
    phase: name === 'update-ready' ? 'ready' : 'available',
    offer: { version: '1.2.0', notes, releasedAt: now - 86_400_000 },
  };
}

/** A state of the office by its name. */
function named(name: string | null, now: number): NamedState {
  const session = (state: Partial<SessionState>): NamedState => ({ topics: { session: state } });
  switch (name) {
    case null:
      return {};
    case 'offline':
      return { isCutOff: true };
    case 'work-offline':
      return { settings: { workOffline: true } };
    case 'store-opening':
    case 'store-locked':
    case 'store-passphrase':
    case 'store-in-use':
    case 'store-disk-full':
    case 'store-read-only':
    case 'store-key-missing':
    case 'store-newer':
    case 'store-damaged':
      return { topics: { store: storeState(name, now) }, isOutboxEmpty: true };
    case 'store-set-aside':
    case 'store-lost':
    case 'store-in-memory':
      return { topics: { store: storeState(name, now) } };
    case 'expired':
      return session({ phase: 'expired' });
    case 'memory':
      return session({ place: 'memory', keychain: 'unavailable' });
    case 'restoring':
      return session({ phase: 'restoring' });
    case 'locked':
      return session({ keychain: 'locked' });
    case 'unavailable':
      return session({ keychain: 'unavailable' });
    case 'unreadable':
      return session({ keychain: 'unreadable' });
    case 'passphrase':
      return session({ keychain: 'locked', place: 'passphrase' });
    case 'refused-file':
      return {
        topics: {
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
        },
      };
    case 'paused':
      return {
        topics: {
          budget: { used: 48, queued: 14, pausedUntil: now + 38_000, pause: 'rate-limited' },
        },
      };
    case 'unshared-budget':
      return { topics: { budget: { isShared: false } } };
    case 'newcomer':
      return { isNewcomer: true };
    case 'broken-file':
      return {
        isNewcomer: true,
        topics: { connections: { setAside: 'connections.broken-1.json' } },
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
    case 'update-available':
    case 'update-ready':
      return { topics: { updates: updatesState(name, now) } };
    default:
      throw new Error(`No state is called "${name}".`);
  }
}

/** What the address of a page of `npm run dev:mocked` asks for. */
export function stateOf(search: URLSearchParams, now: number): NamedState {
  const theme = search.get('theme');
  const locale = locales.find((each) => each === search.get('locale'));
  const state = named(search.get('state'), now);
  return {
    ...state,
    latency: Number(search.get('latency') ?? 0),
    settings: {
      ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
      ...(locale ? { locale } : {}),
      ...state.settings,
    },
    isOutboxEmpty: state.isOutboxEmpty === true || search.get('outbox') === 'empty',
  };
}
