import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkIds, costlyChecks, type CheckId, type CheckInput } from '@contract/diagnosis';
import { FleetdeskError } from '@contract/errors';
import type { MapSourcesState } from '@contract/map-sources';
import type { SessionState } from '@contract/session';
import type { StoreState } from '@contract/store';
import type { CheckOptions } from '@core/diagnosis/check';
import { CheckGuard } from '@core/diagnosis/check-guard';
import { Diagnosis } from '@core/diagnosis/diagnosis';
import { KeychainFailure } from '@core/ports/keychain';
import { ProbeFailure } from '@core/ports/system-probe';
import { demoConnection } from '@core/session/demo-connection';
import { collectFaults } from '../../collect-faults';
import { VirtualClock } from '../virtual-clock';
import { FakeProbe } from './fake-probe';

const target = { baseUrl: 'https://fleet.example.com/v2', allowPlainHttp: false };

let clock: VirtualClock;
let probe: FakeProbe;
let session: SessionState;
let store: StoreState;
let ahead: number | null;
let keychainFault: Error | null;
let isScriptBroken: boolean;
let question: { host: string; port: number; isRefused: boolean } | null;
let testKey: CheckOptions['testKey'];
let isLogWritten: boolean;
let diagnosis: Diagnosis;
let active: unknown;

beforeEach(() => {
  clock = new VirtualClock();
  active = null;
  probe = new FakeProbe();
  session = {
    ...{ phase: 'signed-in', keychain: 'present', place: 'keychain' },
    ...{ connection: null, username: 'ana' },
    link: { state: 'online', since: 0, lastAnswerAt: clock.now(), error: null },
  };
  store = { phase: 'open', error: null, setAside: null, damaged: null, bytes: 12_000_000 };
  ahead = 400;
  keychainFault = null;
  question = null;
  isScriptBroken = false;
  isLogWritten = true;
  testKey = () => Promise.resolve({ latencyMs: 120, isRedirect: false });
  const options: CheckOptions = {
    ...{ clock, probe },
    keychain: {
      read: () => (keychainFault ? Promise.reject(keychainFault) : Promise.resolve(null)),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(false),
    },
    session: { state: () => session },
    budget: {
      state: () => ({
        ...{ limit: 48, used: 7, queued: 0, isShared: true },
        ...{ pausedUntil: null, pause: null },
      }),
    },
    keeper: { state: () => store },
    mapSources: { state: (): MapSourcesState => ({ sources: [] }) },
    proxy: { state: () => ({ question, isScriptBroken }) },
    graphics: { state: () => ({ losses: 0 }) },
    journal: {
      state: () => ({ faults: [], crashes: [], stopped: isLogWritten ? null : 'disk-full' }),
      reopen: () => Promise.resolve(isLogWritten),
      bytes: () => Promise.resolve(4_000),
    },
    serviceClock: () => ahead,
    testKey: (signal) => testKey(signal),
  };
  const guard = new CheckGuard({
    clock,
    session: { active: () => active },
    managed: { services: null, problems: [] },
  });
  diagnosis = new Diagnosis(options, guard);
});

async function found(id: CheckId, of: CheckInput['target'] = target): Promise<string> {
  const { signal } = new AbortController();
  const { verdict, finding } = await diagnosis.check({ id, target: of }, signal);
  return `${verdict} ${finding}`;
}

describe('a diagnosis that a page asks for', () => {
  const managed = { services: ['https://fleet.example.com'], problems: [] };
  const guard = () => new CheckGuard({ clock, session: { active: () => active }, managed });

  it('is of the service of the person who is signed in, whatever address the page names', async () => {
    active = {};
    const looked = vi.spyOn(probe, 'addressesOf');
    await found('names', { baseUrl: 'https://other.lan', allowPlainHttp: false });
    expect(looked).not.toHaveBeenCalled();
  });

  it('reaches for a host six times a minute at most, so that no page searches a network', async () => {
    for (const id of ['names', 'proxy', 'secureConnection'] as const) {
      for (let tries = 0; tries < 6; tries += 1) await found(id);
      await expect(found(id)).rejects.toMatchObject({ error: { code: 'rate-limited' } });
    }
    for (let tries = 0; tries < 20; tries += 1) expect(await found('keychain')).toBeTruthy();
    await clock.advance(60_000);
    expect(await found('names')).toBe('fine public');
  });

  it('reaches for no service that the administrator does not allow', () => {
    const other = { baseUrl: 'https://other.example.com', allowPlainHttp: false };
    for (const id of ['names', 'proxy', 'secureConnection'] as const) {
      expect(() => guard().allowed({ id, target: other })).toThrow('does not allow');
      expect(guard().allowed({ id, target })).toEqual({ id, target });
    }
    expect(guard().allowed({ id: 'address', target: other }).target).toBe(other);
  });
});

describe('a diagnosis', () => {
  it('finds nothing wrong where all is well', async () => {
    const all: Record<string, string> = {};
    for (const id of checkIds) all[id] = await found(id);
    expect(all).toEqual({
      address: 'fine secure',
      names: 'fine public',
      proxy: 'fine direct',
      secureConnection: 'fine secure',
      publicKey: 'fine accepted',
      clock: 'fine right',
      session: 'fine answered',
      budget: 'fine free',
      keychain: 'fine present',
      store: 'fine open',
      maps: 'fine builtIn',
      graphics: 'fine accelerated',
      folder: 'fine writable',
      log: 'fine written',
    });
    expect(diagnosis.results()).toHaveLength(checkIds.length);
  });

  it('sends a request for the public key alone', async () => {
    let sent = 0;
    testKey = () => {
      sent += 1;
      return Promise.resolve({ latencyMs: 120, isRedirect: false });
    };
    for (const id of checkIds) if (!costlyChecks.includes(id)) await found(id);
    expect(sent).toBe(0);
  });

  it('tells a name that nobody knows from an address in a private network', async () => {
    probe.addresses = ['192.168.4.20'];
    expect(await found('names')).toBe('fine private');
    probe.addresses = new ProbeFailure('host-unknown', 'ENOTFOUND');
    expect(await found('names')).toBe('failed unknown');
  });

  it('leaves name and certificate to the proxy, where there is one', async () => {
    probe.proxy = 'PROXY proxy.office:3128; DIRECT';
    expect(await found('proxy')).toBe('fine used');
    expect(await found('names')).toBe('not-checked proxied');
    expect(await found('secureConnection')).toBe('not-checked proxied');
    question = { host: 'proxy.office', port: 3128, isRefused: false };
    expect(await found('proxy')).toBe('failed signIn');
    question = null;
    isScriptBroken = true;
    expect(await found('proxy')).toBe('failed script');
  });

  it('counts the days of a certificate', async () => {
    const secure = {
      protocol: 'TLSv1.2',
      issuer: 'X',
      endsAt: 0,
      isPublic: true,
      isOwn: false,
      isForHost: true,
    };
    const day = 86_400_000;
    for (const [days, verdict] of [
      [-1, 'failed expired'],
      [5, 'warning ending'],
      [30, 'fine secure'],
    ] as const) {
      probe.secure = { ...secure, endsAt: clock.now() + days * day + 1 };
      expect(await found('secureConnection')).toBe(verdict);
    }
    probe.secure = { ...secure, endsAt: clock.now() + 90 * day, isForHost: false };
    expect(await found('secureConnection')).toBe('failed otherHost');
    probe.secure = { ...secure, endsAt: clock.now() + 90 * day, isPublic: false };
    expect(await found('secureConnection')).toBe('warning ownIssuer');
    probe.secure = { ...probe.secure, isOwn: true };
    expect(await found('secureConnection')).toBe('fine ownAuthority');
  });

  it('says that a server took no secure connection', async () => {
    probe.secure = new ProbeFailure('refused', 'ECONNREFUSED');
    expect(await found('secureConnection')).toBe('failed refused');
  });

  it('tells an authority that was added in the settings from one that nobody knows', async () => {
    const secure = { protocol: 'TLSv1.3', issuer: 'Depot Root', endsAt: clock.now() + 9e9 };
    probe.secure = { ...secure, isPublic: false, isOwn: true, isForHost: true };
    expect(await found('secureConnection')).toBe('fine ownAuthority');
  });

  it('warns of no network where the service is on this computer', async () => {
    const here = { baseUrl: 'http://localhost:8080', allowPlainHttp: true };
    expect(await found('address', here)).toBe('fine here');
    const other = { baseUrl: 'http://fleet.example.com', allowPlainHttp: true };
    expect(await found('address', other)).toBe('warning plain');
  });

  it('tells memory that is meant for the demo fleet from memory for want of a keychain', async () => {
    store = { ...store, phase: 'inMemory' };
    expect(await found('store')).toBe('warning inMemory');
    const demo = { url: 'http://127.0.0.1:8080', publicKey: '', username: 'demo', password: 'x' };
    session = { ...session, connection: demoConnection(demo) };
    expect(await found('store')).toBe('fine intended');
  });

  it('tells a wrong clock, and which way it is wrong', async () => {
    ahead = 61_000;
    expect(await found('clock')).toBe('warning behind');
    ahead = -3_600_000;
    expect(await found('clock')).toBe('failed ahead');
    ahead = null;
    expect(await found('clock')).toBe('not-checked unheard');
  });

  it('tells a missing keyring from a locked one', async () => {
    keychainFault = new KeychainFailure('unavailable', 'no secret service');
    expect(await found('keychain')).toBe('failed unavailable');
    keychainFault = new KeychainFailure('locked', 'locked');
    expect(await found('keychain')).toBe('failed locked');
  });

  it('tells a refused key from a service that does not answer', async () => {
    testKey = () =>
      Promise.reject(
        new FleetdeskError({
          ...{ code: 'unauthenticated', reason: 'public-key-refused', message: '' },
        }),
      );
    expect(await found('publicKey')).toBe('failed refused');
    testKey = () =>
      Promise.reject(new FleetdeskError({ code: 'timeout', message: 'GET /roles: no answer' }));
    expect(await found('publicKey')).toBe('failed unanswered');
    // Its sentence is the page's: the words of the program are no values of it.
    expect(diagnosis.results()).toMatchObject([
      { values: {}, failures: [{ error: { code: 'timeout', message: 'GET /roles: no answer' } }] },
    ]);
    testKey = () => Promise.resolve(null);
    expect(await found('publicKey')).toBe('not-checked signedOut');
  });

  it('says that the log stopped on a full disk, and that room gets short', async () => {
    isLogWritten = false;
    expect(await found('log')).toBe('warning diskFull');
    probe.free = 1_000_000;
    expect(await found('store')).toBe('warning littleRoom');
  });

  it('works without a connection and with an address that is none', async () => {
    expect(await found('address', null)).toBe('not-checked none');
    expect(await found('names', null)).toBe('not-checked none');
    const wrong = { baseUrl: 'not an address', allowPlainHttp: false };
    expect(await found('address', wrong)).toBe('failed bad');
    expect(await found('secureConnection', wrong)).toBe('not-checked none');
    const plain = { baseUrl: 'http://127.0.0.1:8080', allowPlainHttp: true };
    expect(await found('address', plain)).toBe('fine here');
    expect(await found('names', plain)).toBe('fine number');
    expect(await found('secureConnection', plain)).toBe('not-checked plain');
  });

  it('reports a fault of its own and goes on; a withdrawn check finds nothing', async () => {
    const reported = collectFaults();
    probe.graphics = () => Promise.reject(new Error('no such thing'));
    expect(await found('graphics')).toBe('failed fault');
    expect(reported).toHaveBeenCalledOnce();
    const controller = new AbortController();
    controller.abort();
    await expect(diagnosis.check({ id: 'names', target }, controller.signal)).rejects.toMatchObject(
      { error: { code: 'cancelled' } },
    );
    expect(diagnosis.results().map(({ id }) => id)).toEqual(['graphics']);
  });
});
