import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { Attention } from '@contract/fixes';
import type { SessionState } from '@contract/session';
import { Feed } from '@core/feed';
import { StoreFailure } from '@core/ports/stores';
import { defaultProfile } from '@core/service/profile';
import type { ActiveSession } from '@core/session/session';
import { StoreKeeper } from '@core/store/store-keeper';
import type { Belongings, SessionView } from '@main/belongings';
import { SignedIn } from '@main/signed-in';
import { MemoryFiles } from '../core/memory-files';
import { MemoryKeychain, MemoryVaults } from '../core/session/house';
import { FakeStores } from '../core/store/fake-stores';
import { settle, VirtualClock } from '../core/virtual-clock';
import { madeConnection } from './made-connection';

const signedOut: SessionState = {
  phase: 'signed-out',
  keychain: 'absent',
  place: null,
  connection: null,
  username: null,
  link: { state: 'unknown', since: null, lastAnswerAt: null, error: null },
};

const keychain = new MemoryKeychain();

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

  become(
    identity: string | null,
    phase: SessionState['phase'] = 'signed-in',
    link: 'online' | 'offline' = 'online',
    storage: ActiveSession['storage'] = { keychain, account: identity ?? '' },
  ): void {
    this.#active =
      identity === null
        ? null
        : { identity, connection: madeConnection(), profile: defaultProfile, storage };
    this.#state = { ...signedOut, phase, link: { ...signedOut.link, state: link } };
    this.#feed.publish(this.#state);
  }
}

/** Belongings whose parts only note what is done to them. */
function made(identity: string, on: Pick<Belongings, 'store' | 'isKept'>) {
  const work = () => ({ start: vi.fn(() => starts()), stop: vi.fn(), wake: vi.fn() });
  const entries: { id: string; state: string }[] = [];
  const feed = new Feed<unknown>();
  return {
    identity,
    ...on,
    records: work(),
    associations: work(),
    fleet: work(),
    live: { ...work(), attend: vi.fn(), release: vi.fn() },
    trajectories: {},
    outbox: {
      ...work(),
      entries,
      feed,
      subscribe: (listener: () => void) => feed.subscribe(listener),
      pause: vi.fn(() => Promise.resolve()),
      snapshot: () => ({ entries, isPaused: false, secondsLeft: null }),
      discard: vi.fn((id: string) => {
        const index = entries.findIndex((entry) => entry.id === id);
        entries.splice(index, 1);
        return Promise.resolve();
      }),
    },
  };
}

type Made = ReturnType<typeof made>;

/** How long parts take to start. */
let starts: () => Promise<void> | undefined;

let clock: VirtualClock;
let session: FakeSession;
let stores: FakeStores;
let keeper: StoreKeeper;
let changes: (Made | null)[];
let signedIn: SignedIn;

/** The belongings of whoever is signed in. */
async function own(): Promise<Made> {
  return (await signedIn.get()) as unknown as Made;
}

async function become(...terms: Parameters<FakeSession['become']>): Promise<void> {
  session.become(...terms);
  await signedIn.settled();
}

function identities(): (string | null)[] {
  return changes.map((each) => each?.identity ?? null);
}

beforeEach(() => {
  starts = () => undefined;
  clock = new VirtualClock();
  session = new FakeSession();
  stores = new FakeStores();
  keychain.entries.clear();
  for (const identity of ['a', 'b']) keychain.entries.set(identity, 'tokens');
  keeper = new StoreKeeper({
    ...{ stores, clock, keychain },
    files: new MemoryFiles(),
    passphrases: new MemoryVaults(),
  });
  changes = [];
  signedIn = new SignedIn({
    ...{ session, keeper, stores, clock },
    build: ({ identity }, on) => made(identity, on) as unknown as Belongings,
    onChange: (belongings) => changes.push(belongings as unknown as Made | null),
  });
});

describe('what belongs to whoever is signed in', () => {
  it('is refused while nobody is', async () => {
    expect(signedIn.peek()).toBeNull();
    const refused = { error: { code: 'unauthenticated', reason: 'signed-out' } };
    await expect(signedIn.get()).rejects.toMatchObject(refused);
    await expect(signedIn.toWrite()).rejects.toMatchObject(refused);
  });

  it('is built on their open store, told of, and started; whoever asks early waits', async () => {
    session.become('a');
    expect(signedIn.peek()).toBeNull();
    const belongings = await own();
    expect(belongings).toMatchObject({ identity: 'a', isKept: true });
    expect(belongings.store).toBe(keeper.store);
    expect(changes).toEqual([belongings]);
    for (const part of ['records', 'associations', 'fleet', 'live', 'outbox'] as const) {
      expect(belongings[part].start).toHaveBeenCalledOnce();
    }
    expect(await signedIn.toWrite()).toBe(belongings);
  });

  it('is not there before the outbox knows what waits', async () => {
    let know: () => void = () => undefined;
    const known = new Promise<void>((resolve) => (know = resolve));
    starts = () => known;
    session.become('a');
    await settle();
    expect(signedIn.peek()).toBeNull();
    expect(changes).toEqual([]);
    know();
    expect((await own()).records.start).toHaveBeenCalledOnce();
  });

  it('stays through an expired session and its renewal', async () => {
    await become('a');
    const belongings = await own();
    await become('a', 'expired');
    await become('a');
    expect(await own()).toBe(belongings);
    expect(changes).toHaveLength(1);
  });

  it('is gone at once at sign-out; all work ends before the store closes', async () => {
    await become('a');
    const { fleet, live, outbox, records, associations } = await own();
    const log = stores.log;
    outbox.stop.mockImplementation(async () => {
      await settle();
      log.push('sending ended');
    });
    session.become(null, 'signed-out');
    expect(signedIn.peek()).toBeNull();
    expect(changes.at(-1)).toBeNull();
    await expect(signedIn.get()).rejects.toBeInstanceOf(FleetdeskError);
    await signedIn.settled();
    for (const part of [fleet, live, records, associations]) {
      expect(part.stop).toHaveBeenCalledOnce();
    }
    expect(log).toEqual(['open a', 'sending ended', 'close a']);
    expect(keeper.state().phase).toBe('closed');
  });

  it('is never shared by two identities', async () => {
    await become('a');
    const first = await own();
    session.become('b');
    expect(signedIn.peek()).toBeNull();
    const second = await own();
    expect(second.identity).toBe('b');
    expect(second.store).not.toBe(first.store);
    expect(identities()).toEqual(['a', null, 'b']);
    expect(stores.log).toEqual(['open a', 'close a', 'open b']);
  });

  it('of somebody who left before their store was open is never built', async () => {
    session.become('a');
    session.become('b');
    await signedIn.settled();
    expect(identities()).toEqual(['b']);
    session.become('a');
    session.become(null, 'signed-out');
    await signedIn.settled();
    expect(identities()).toEqual(['b', null]);
    expect(signedIn.peek()).toBeNull();
  });

  it('goes on when the link is back, the session renewed, or the machine awake', async () => {
    await become('a');
    const { fleet, outbox } = await own();
    await become('a');
    expect(fleet.wake).not.toHaveBeenCalled();
    await become('a', 'signed-in', 'offline');
    await become('a');
    expect(fleet.wake).toHaveBeenCalledTimes(1);
    await become('a', 'expired');
    await become('a');
    expect(fleet.wake).toHaveBeenCalledTimes(2);
    signedIn.wake();
    expect(fleet.wake).toHaveBeenCalledTimes(3);
    expect(outbox.wake).toHaveBeenCalledTimes(3);
  });

  it('ends with the app, and hears no more of the session', async () => {
    await become('a');
    const { live } = await own();
    await signedIn.close();
    expect(live.stop).toHaveBeenCalledOnce();
    expect(stores.log).toEqual(['open a', 'close a']);
    await become('b');
    expect(identities()).toEqual(['a', null]);
  });
});

describe('while the store can not be opened', () => {
  const attention: Attention = { onScreen: ['v'], selected: null, followed: null };

  it('the screens stand on one in memory, and nothing can be entered', async () => {
    stores.fault = 'read-only';
    await become('a');
    expect(await own()).toMatchObject({ isKept: false });
    await expect(signedIn.toWrite()).rejects.toMatchObject({
      error: { code: 'store-damaged', reason: 'store-closed' },
    });
  });

  it('everything moves to it once it opens, with what the windows show', async () => {
    stores.fault = 'disk-full';
    await become('a');
    const before = await own();
    await signedIn.attend(1, attention);
    await signedIn.attend(2, attention);
    signedIn.release(2);
    stores.fault = null;
    await keeper.retry();
    await signedIn.settled();
    const after = await own();
    expect(after).toMatchObject({ identity: 'a', isKept: true });
    expect(after.live.attend.mock.calls).toEqual([[1, attention]]);
    expect(before.outbox.stop).toHaveBeenCalledOnce();
    expect(identities()).toEqual(['a', null, 'a']);
    expect(stores.log).toEqual(['open in memory', 'open a', 'close in memory']);
  });

  it('one that takes its time is not waited for', async () => {
    let open: () => void = () => undefined;
    const real = stores.open.bind(stores);
    vi.spyOn(stores, 'open').mockImplementation(async (...terms) => {
      await new Promise<void>((resolve) => (open = resolve));
      return real(...terms);
    });
    session.become('a');
    await clock.advance(7_900);
    expect(signedIn.peek()).toBeNull();
    await clock.advance(200);
    expect(await own()).toMatchObject({ isKept: false });
    open();
    await settle();
    await signedIn.settled();
    expect(await own()).toMatchObject({ isKept: true });
  });

  it('the next identity does not wait for the last one in vain', async () => {
    vi.spyOn(stores, 'open').mockRejectedValueOnce(new StoreFailure('failed', 'no'));
    await become('a');
    await become('b');
    expect(await own()).toMatchObject({ identity: 'b', isKept: true });
  });
});

describe('a sign-out', () => {
  async function leaveWith(unsent: string[], wishes: Parameters<SignedIn['leave']>[0]) {
    await become('a');
    const belongings = await own();
    belongings.outbox.entries.push(...unsent.map((id) => ({ id, state: 'waiting' })));
    const store = Object.assign(belongings.store, {
      openEntries: () => Promise.resolve(belongings.outbox.entries),
      eraseCached: vi.fn(() => Promise.resolve()),
    });
    await signedIn.leave(wishes);
    await become(null, 'signed-out');
    return { belongings, store };
  }

  it('leaves everything for the next sign-in', async () => {
    const { belongings, store } = await leaveWith(['1'], { unsent: 'keep', erase: false });
    expect(belongings.outbox.discard).not.toHaveBeenCalled();
    expect(store.eraseCached).not.toHaveBeenCalled();
    expect(stores.files.has('a')).toBe(true);
    expect(keychain.entries.has('a.store')).toBe(true);
  });

  it('drops what is unsent, the newest first, where that is wished', async () => {
    const { belongings } = await leaveWith(['1', '2'], { unsent: 'discard', erase: false });
    expect(belongings.outbox.discard.mock.calls).toEqual([['2'], ['1']]);
    expect(belongings.outbox.pause.mock.calls).toEqual([[true], [false]]);
    expect(stores.files.has('a')).toBe(true);
  });

  it('erases what is cached around unsent changes', async () => {
    const { store } = await leaveWith(['1'], { unsent: 'keep', erase: true });
    expect(store.eraseCached).toHaveBeenCalledOnce();
    expect(stores.files.has('a')).toBe(true);
  });

  it('erases the whole store and its key where nothing unsent stays', async () => {
    await leaveWith(['1'], { unsent: 'discard', erase: true });
    expect(stores.files.has('a')).toBe(false);
    expect(keychain.entries.has('a.store')).toBe(false);
    // The next one to sign in is not meant.
    await become('b');
    await become(null, 'signed-out');
    expect(stores.files.has('b')).toBe(true);
  });

  it('waits a moment for what is on its way, and drops what came back', async () => {
    await become('a');
    const { outbox } = await own();
    outbox.entries.push({ id: '1', state: 'sending' }, { id: '2', state: 'waiting' });
    const leaving = signedIn.leave({ unsent: 'discard', erase: false });
    await settle();
    expect(outbox.discard.mock.calls).toEqual([['2']]);
    Object.assign(outbox.entries[0] ?? {}, { state: 'unsure' });
    outbox.feed.publish(null);
    await leaving;
    expect(outbox.discard.mock.calls).toEqual([['2'], ['1']]);
    expect(clock.pending).toBe(1);

    outbox.entries.push({ id: '3', state: 'sending' });
    const impatient = signedIn.leave({ unsent: 'discard', erase: false });
    await clock.advance(5_000);
    await impatient;
    expect(outbox.entries).toHaveLength(1);
  });

  it('erases a store that is not open only with all that may wait in it', async () => {
    await become('a');
    await become(null, 'signed-out');
    stores.fault = 'newer';
    await become('a');
    await signedIn.leave({ unsent: 'keep', erase: true });
    await become(null, 'signed-out');
    expect(stores.files.has('a')).toBe(true);
    await become('a');
    await signedIn.leave({ unsent: 'discard', erase: true });
    await become(null, 'signed-out');
    expect(stores.files.has('a')).toBe(false);
  });

  it('does not choke on a change that went along with another', async () => {
    await become('a');
    const { outbox } = await own();
    outbox.entries.push({ id: '1', state: 'waiting' });
    outbox.discard.mockRejectedValueOnce(
      new FleetdeskError({ code: 'conflict', reason: 'entry-done', message: 'done' }),
    );
    await signedIn.leave({ unsent: 'discard', erase: false });
  });
});

describe('a session in memory', () => {
  it('tells how much would be lost with it', async () => {
    await become('a', 'signed-in', 'online', null);
    (await own()).outbox.entries.push({ id: '1', state: 'waiting' }, { id: '2', state: 'waiting' });
    expect(signedIn.unsentInMemory()).toBe(2);
    await become('b');
    (await own()).outbox.entries.push({ id: '3', state: 'waiting' });
    expect(signedIn.unsentInMemory()).toBe(0);
  });
});

describe('erasing what is cached', () => {
  it('reads everything anew on the same store', async () => {
    await become('a');
    const before = await own();
    const eraseCached = vi.fn(() => Promise.resolve());
    Object.assign(before.store, { eraseCached });
    await signedIn.erase();
    expect(eraseCached).toHaveBeenCalledOnce();
    const after = await own();
    expect(after).not.toBe(before);
    expect(after.store).toBe(before.store);
    expect(after.records.start).toHaveBeenCalledOnce();
  });
});
