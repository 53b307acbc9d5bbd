import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import { Feed } from '@core/feed';
import type { Service } from '@core/service/service';
import { defaultProfile } from '@core/service/profile';
import type { ActiveSession } from '@core/session/session';
import { SignedIn, type Belongings, type SessionView } from '@main/signed-in';
import { VirtualClock } from '../core/virtual-clock';
import { madeConnection } from './made-connection';

const signedOut: SessionState = {
  phase: 'signed-out',
  keychain: 'absent',
  place: null,
  connection: null,
  username: null,
  link: { state: 'unknown', since: null, lastAnswerAt: null, error: null },
};

class FakeSession implements SessionView {
  readonly #feed = new Feed<SessionState>();
  #state = signedOut;
  #active: ActiveSession | null = null;

  state(): SessionState {
    return this.#state;
  }

  active(): ActiveSession | null {
    return this.#active;
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  become(identity: string | null, phase: SessionState['phase'], link: 'online' | 'offline'): void {
    this.#active =
      identity === null
        ? null
        : { identity, connection: madeConnection(), profile: defaultProfile };
    this.#state = { ...signedOut, phase, link: { ...signedOut.link, state: link } };
    this.#feed.publish(this.#state);
  }
}

/** Never answers: what is asked of it waits. */
const silentService: Service = {
  call: vi.fn(() => new Promise<never>(() => undefined)),
  callNext: vi.fn(() => new Promise<never>(() => undefined)),
};

let session: FakeSession;
let changes: (Belongings | null)[];
let signedIn: SignedIn;

beforeEach(() => {
  session = new FakeSession();
  changes = [];
  signedIn = new SignedIn({
    session,
    service: silentService,
    clock: new VirtualClock(),
    perMinute: () => 48,
    onChange: (belongings) => changes.push(belongings),
  });
});

describe('what belongs to whoever is signed in', () => {
  it('is refused while nobody is', () => {
    expect(signedIn.peek()).toBeNull();
    expect(() => signedIn.get()).toThrow(FleetdeskError);
    expect(FleetdeskError.from(catchFault(() => signedIn.get()))).toMatchObject({
      code: 'unauthenticated',
      reason: 'signed-out',
    });
  });

  it('is built at sign-in, told of, and started', () => {
    session.become('a', 'signed-in', 'online');
    expect(changes).toEqual([signedIn.get()]);
    expect(signedIn.get().identity).toBe('a');
    expect(signedIn.get().fleet.snapshot().sync.phase).toBe('reading');
  });

  it('stays through an expired session and its renewal', () => {
    session.become('a', 'signed-in', 'online');
    const belongings = signedIn.get();
    session.become('a', 'expired', 'online');
    session.become('a', 'signed-in', 'online');
    expect(signedIn.get()).toBe(belongings);
    expect(changes).toHaveLength(1);
  });

  it('ends at sign-out', () => {
    session.become('a', 'signed-in', 'online');
    const { fleet, live } = signedIn.get();
    const ends = [vi.spyOn(fleet, 'stop'), vi.spyOn(live, 'stop')];
    session.become(null, 'signed-out', 'online');
    for (const end of ends) expect(end).toHaveBeenCalledOnce();
    expect(signedIn.peek()).toBeNull();
    expect(changes.at(-1)).toBeNull();
  });

  it('is never shared by two identities', () => {
    session.become('a', 'signed-in', 'online');
    const first = signedIn.get();
    session.become('b', 'signed-in', 'online');
    expect(signedIn.get()).not.toBe(first);
    expect(signedIn.get().fleet).not.toBe(first.fleet);
    expect(changes.map((each) => each?.identity)).toEqual(['a', 'b']);
  });

  it('goes on when the link is back, the session renewed, or the machine awake', () => {
    session.become('a', 'signed-in', 'online');
    const { fleet, live } = signedIn.get();
    const wakes = [vi.spyOn(fleet, 'wake'), vi.spyOn(live, 'wake')];
    session.become('a', 'signed-in', 'online');
    for (const wake of wakes) expect(wake).not.toHaveBeenCalled();
    session.become('a', 'signed-in', 'offline');
    session.become('a', 'signed-in', 'online');
    for (const wake of wakes) expect(wake).toHaveBeenCalledTimes(1);
    session.become('a', 'expired', 'online');
    session.become('a', 'signed-in', 'online');
    for (const wake of wakes) expect(wake).toHaveBeenCalledTimes(2);
    signedIn.wake();
    for (const wake of wakes) expect(wake).toHaveBeenCalledTimes(3);
  });

  it('ends with the app, and hears no more of the session', () => {
    session.become('a', 'signed-in', 'online');
    const stop = vi.spyOn(signedIn.get().live, 'stop');
    signedIn.close();
    expect(stop).toHaveBeenCalledOnce();
    session.become('b', 'signed-in', 'online');
    expect(changes).toHaveLength(1);
  });
});

function catchFault(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (fault) {
    return fault;
  }
}
