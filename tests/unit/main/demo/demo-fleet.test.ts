import { beforeEach, describe, expect, it, vi } from 'vitest';
import demoProfile from '@resources/profiles/demo.json';
import { FleetdeskError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import type { Streets } from '@contract/streets';
import { Feed } from '@core/feed';
import { defaultProfile } from '@core/service/profile';
import type { ActiveSession, DemoSignIn } from '@core/session/session';
import { DemoFleet, type DemoSession } from '@main/demo/demo-fleet';
import type { DemoWorker } from '@main/demo/demo-worker';
import { settle } from '../../core/virtual-clock';
import { madeConnection } from '../made-connection';

const streets = (name: string): Streets => ({
  name,
  centre: [0, 0],
  bbox: [0, 0, 1, 1],
  roads: [],
  areas: [],
  places: [],
});

class FakeSession implements DemoSession {
  readonly #feed = new Feed<SessionState>('the test');
  #active: ActiveSession | null = null;
  signIns: DemoSignIn[] = [];
  refusal: FleetdeskError | null = null;

  active(): ActiveSession | null {
    return this.#active;
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  signInDemo(demo: DemoSignIn): Promise<SessionState> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    this.signIns.push(demo);
    this.become(true);
    return Promise.resolve({} as SessionState);
  }

  become(isDemo: boolean | null): void {
    this.#active =
      isDemo === null
        ? null
        : {
            identity: isDemo ? 'demo' : 'office',
            connection: madeConnection({ isDemo }),
            profile: defaultProfile,
            storage: null,
          };
    this.#feed.publish({} as SessionState);
  }
}

function fakeWorker(name = 'Porto Sereno'): DemoWorker & { end: ReturnType<typeof vi.fn> } {
  return {
    url: 'http://127.0.0.1:4000/v2',
    publicKey: 'key',
    username: 'user',
    password: 'password',
    streets: () => Promise.resolve(streets(name)),
    end: vi.fn().mockResolvedValue(undefined),
  };
}

let session: FakeSession;
let worker: ReturnType<typeof fakeWorker>;
const startWorker = vi.fn<(vehicles: number | null) => Promise<DemoWorker>>();
const seedAt = vi.fn<(baseUrl: string) => Promise<number | null>>();
const drawStreets = vi.fn<(seed: number) => Promise<Streets>>();
let demo: DemoFleet;

beforeEach(() => {
  session = new FakeSession();
  worker = fakeWorker();
  startWorker.mockReset().mockImplementation(() => Promise.resolve(worker));
  seedAt.mockReset().mockResolvedValue(null);
  drawStreets.mockReset().mockImplementation((seed) => Promise.resolve(streets(String(seed))));
  demo = new DemoFleet({ session, startWorker, seedAt, drawStreets });
});

describe('the demo fleet', () => {
  it('starts its service and signs in to it, in the zone of its town', async () => {
    await demo.start(40);
    expect(startWorker).toHaveBeenCalledExactlyOnceWith(40);
    const { url, publicKey, username, password } = worker;
    expect(session.signIns).toEqual([
      { url, publicKey, username, password, timeZone: 'America/Sao_Paulo', profile: demoProfile },
    ]);
    expect(worker.end).not.toHaveBeenCalled();
  });

  it('starts once, however often it is asked while it starts', async () => {
    await Promise.all([demo.start(null), demo.start(null)]);
    expect(startWorker).toHaveBeenCalledOnce();
    expect(session.signIns).toHaveLength(1);
  });

  it('ends its service once nobody is signed in to it', async () => {
    await demo.start(null);
    session.become(null);
    await settle();
    expect(worker.end).toHaveBeenCalledOnce();
  });

  it('ends its service when the sign-in fails, and says why', async () => {
    session.refusal = new FleetdeskError({ code: 'timeout', message: 'No answer.' });
    await expect(demo.start(null)).rejects.toBe(session.refusal);
    expect(worker.end).toHaveBeenCalledOnce();
  });

  it('can be started again after its service could not start', async () => {
    const failed = new FleetdeskError({
      code: 'service-error',
      reason: 'demo-failed',
      message: 'No port.',
    });
    startWorker.mockRejectedValueOnce(failed);
    await expect(demo.start(null)).rejects.toBe(failed);
    await demo.start(null);
    expect(session.signIns).toHaveLength(1);
  });

  it('replaces its service by another one', async () => {
    await demo.start(10);
    const first = worker;
    worker = fakeWorker('Vila Nova');
    await demo.start(20);
    expect(first.end).toHaveBeenCalledOnce();
    expect(worker.end).not.toHaveBeenCalled();
    expect((await demo.streets())?.name).toBe('Vila Nova');
  });

  it('ends with the app', async () => {
    await demo.start(null);
    await demo.stop();
    expect(worker.end).toHaveBeenCalledOnce();
  });
});

describe('streets', () => {
  it('are none while nobody is signed in', async () => {
    expect(await demo.streets()).toBeNull();
  });

  it('are none at a service that is no demo', async () => {
    session.become(false);
    expect(await demo.streets()).toBeNull();
    expect(seedAt).toHaveBeenCalledWith('https://fleet.example/v2');
    expect(drawStreets).not.toHaveBeenCalled();
  });

  it('are those of the demo fleet', async () => {
    await demo.start(null);
    expect((await demo.streets())?.name).toBe('Porto Sereno');
    expect(drawStreets).not.toHaveBeenCalled();
  });

  it('are drawn once for a demo service in another process', async () => {
    session.become(false);
    seedAt.mockResolvedValue(7);
    expect((await demo.streets())?.name).toBe('7');
    expect((await demo.streets())?.name).toBe('7');
    expect(drawStreets).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('are drawn again after a drawing that failed', async () => {
    session.become(false);
    seedAt.mockResolvedValue(7);
    drawStreets.mockRejectedValueOnce(new Error('out of memory'));
    await expect(demo.streets()).rejects.toThrow('out of memory');
    expect((await demo.streets())?.name).toBe('7');
  });
});
