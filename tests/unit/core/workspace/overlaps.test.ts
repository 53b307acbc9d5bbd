import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { Attention } from '@contract/fixes';
import { settle } from '../virtual-clock';
import { collectFaults } from '../../collect-faults';
import { WorkspacesHouse, type Made } from './house';

let house: WorkspacesHouse;

beforeEach(() => {
  house = new WorkspacesHouse();
});

/** Holds something up until it is let go. */
function hold(): { held: Promise<void>; letGo: () => void } {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { held, letGo };
}

/** Who is told of, without nobody. */
function told(): Made[] {
  return house.changes.filter((each) => each !== null);
}

describe('somebody who leaves and comes back while their workspace start', () => {
  it('has one set of them, on the store that is open', async () => {
    const { held, letGo } = hold();
    house.starts = () => held;
    house.session.become('a');
    await settle();
    house.session.become(null, 'signed-out');
    house.session.become('a');
    await settle();
    letGo();
    await house.workspaces.settled();
    const own = await house.own();
    expect(own.store).toBe(house.keeper.store);
    expect(told()).toEqual([own]);
    expect(own.outbox.stop).not.toHaveBeenCalled();
    expect(house.stores.log).toEqual(['open a', 'close a', 'open a']);
  });

  it('is not given what the call before their departure waited for', async () => {
    const { held, letGo } = hold();
    house.starts = () => held;
    house.session.become('a');
    const early = house.workspaces.toWrite();
    early.catch(() => undefined);
    await settle();
    house.session.become('b');
    letGo();
    await house.workspaces.settled();
    await expect(early).rejects.toMatchObject({ error: { reason: 'signed-out' } });
    expect(house.workspaces.peek()).toMatchObject({ identity: 'b' });
  });
});

describe('a store that opens just as the one that stands in for it is made ready', () => {
  it('is moved to all the same', async () => {
    const opening = hold();
    const standIn = hold();
    const { open, openInMemory } = house.stores;
    vi.spyOn(house.stores, 'open').mockImplementation(async (...terms) => {
      await opening.held;
      return open.apply(house.stores, terms);
    });
    vi.spyOn(house.stores, 'openInMemory').mockImplementation(async () => {
      await standIn.held;
      return openInMemory.apply(house.stores);
    });
    house.session.become('a');
    await house.clock.advance(8_100);
    opening.letGo();
    await settle();
    expect(house.keeper.state().phase).toBe('open');
    standIn.letGo();
    await settle();
    await house.workspaces.settled();
    expect(await house.own()).toMatchObject({ isKept: true, store: house.keeper.store });
    expect(house.stores.log).toEqual(['open a', 'open in memory', 'close in memory']);
  });
});

describe('a store that stands in', () => {
  it('is let go of where nobody needs it any more once it is there', async () => {
    house.stores.fault = 'read-only';
    const { held, letGo } = hold();
    house.starts = () => held;
    house.session.become('a');
    await settle();
    house.session.become(null, 'signed-out');
    letGo();
    await house.workspaces.settled();
    expect(house.stores.log).toEqual(['open in memory', 'close in memory']);
  });

  it('is let go of where nothing could be started on it', async () => {
    const report = collectFaults();
    house.stores.fault = 'read-only';
    house.starts = () => Promise.reject(new Error('no'));
    await house.become('a');
    expect(report).toHaveBeenCalledOnce();
    expect(house.stores.log).toEqual(['open in memory', 'close in memory']);
    expect(house.workspaces.peek()).toBeNull();
  });
});

describe('what a window shows', () => {
  const attention: Attention = { onScreen: ['v'], selected: null, followed: null };

  it('is forgotten where the window went away while a store opened', async () => {
    house.session.become('a');
    const attended = house.workspaces.attend(1, attention);
    house.workspaces.release(1);
    await attended;
    expect((await house.own()).live.attend).not.toHaveBeenCalled();
  });
});

describe('what was wished for at a sign-out', () => {
  it('holds for it alone, even if the next one comes before it was carried out', async () => {
    await house.become('a');
    const first = await house.own();
    Object.assign(first.store, { openEntries: () => Promise.resolve([]) });
    const { held, letGo } = hold();
    first.outbox.stop.mockImplementation(() => held);
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    house.session.become(null, 'signed-out');
    house.session.become('b');
    await house.workspaces.leave({ unsent: 'keep', erase: false });
    letGo();
    await house.workspaces.settled();
    expect(house.stores.files.has('a')).toBe(false);
    expect(house.stores.files.has('b')).toBe(true);
  });

  it('takes nothing along that was entered since', async () => {
    await house.become('a');
    const { store, outbox } = await house.own();
    const eraseCached = vi.fn(() => Promise.resolve());
    const openEntries = () => Promise.resolve(outbox.entries);
    Object.assign(store, { eraseCached, openEntries });
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    outbox.entries.push({ id: 'late', state: 'waiting' });
    await house.become(null, 'signed-out');
    expect(eraseCached).toHaveBeenCalledOnce();
    expect(house.stores.files.has('a')).toBe(true);
    expect(house.stores.log).toEqual(['open a', 'close a']);
  });

  it('is carried out by an app that quits before the session has ended', async () => {
    await house.become('a');
    const { store } = await house.own();
    Object.assign(store, { openEntries: () => Promise.resolve([]) });
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    await house.workspaces.close();
    expect(house.stores.files.has('a')).toBe(false);
    expect(house.keychain.entries.has('a.store')).toBe(false);
  });

  it('is not for the next one, who came while it was made ready', async () => {
    await house.become('a');
    const { outbox, store } = await house.own();
    Object.assign(store, { openEntries: () => Promise.resolve([]) });
    outbox.entries.push({ id: '1', state: 'sending' });
    const leaving = house.workspaces.leave({ unsent: 'discard', erase: true });
    leaving.catch(() => undefined);
    await settle();
    await house.become(null, 'signed-out');
    await house.become('b');
    outbox.entries.pop();
    outbox.feed.publish(null);
    await expect(leaving).rejects.toMatchObject({ error: { reason: 'signed-out' } });
    Object.assign((await house.own()).store, { openEntries: () => Promise.resolve([]) });
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('b')).toBe(true);
  });

  it('leaves a store of which it can not be told whether something waits in it', async () => {
    const report = collectFaults();
    await house.become('a');
    const { store } = await house.own();
    Object.assign(store, { openEntries: () => Promise.resolve([]) });
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    Object.assign(store, { openEntries: () => Promise.reject(new Error('damaged')) });
    await house.become('b');
    expect(report).toHaveBeenCalledOnce();
    expect(house.stores.log).toEqual(['open a', 'close a', 'open b']);
  });

  it('leaves the sending as a person wanted it, whatever comes of the discards', async () => {
    await house.become('a');
    const { outbox } = await house.own();
    outbox.isPaused = true;
    outbox.entries.push({ id: '1', state: 'waiting' });
    await house.workspaces.leave({ unsent: 'discard', erase: false });
    expect(outbox.pause.mock.calls.at(-1)).toEqual([true]);
    outbox.isPaused = false;
    outbox.entries.push({ id: '2', state: 'waiting' });
    outbox.discard.mockRejectedValueOnce(new Error('no'));
    await expect(house.workspaces.leave({ unsent: 'discard', erase: false })).rejects.toThrow('no');
    expect(outbox.pause.mock.calls.at(-1)).toEqual([false]);
  });
});

describe('erasing what is cached', () => {
  const full = new FleetdeskError({ code: 'store-damaged', reason: 'disk-full', message: 'full' });

  it('tells where it failed, and everything goes on as it was', async () => {
    await house.become('a');
    const before = await house.own();
    Object.assign(before.store, { eraseCached: () => Promise.reject(full) });
    await expect(house.workspaces.erase()).rejects.toBe(full);
    const after = await house.own();
    expect(after.store).toBe(before.store);
    expect(after.records.start).toHaveBeenCalledOnce();
  });

  it('that was begun for one who is signed in is never carried on for the next', async () => {
    await house.become('a');
    const { store, outbox } = await house.own();
    const eraseCached = vi.fn(() => Promise.resolve());
    Object.assign(store, { eraseCached });
    const { held, letGo } = hold();
    outbox.stop.mockImplementation(() => held);
    const first = house.workspaces.erase();
    // The second one waits for its turn, and finds the store of the first still open by then.
    const second = house.workspaces.erase();
    second.catch(() => undefined);
    await settle();
    house.session.become('b');
    letGo();
    await first;
    await house.workspaces.settled();
    await expect(second).rejects.toMatchObject({ error: { code: 'store-damaged' } });
    expect(told().map(({ identity, store: on }) => [identity, on === store])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(eraseCached).toHaveBeenCalledOnce();
  });
});

describe('work that can not be ended well', () => {
  it('keeps nobody else from theirs, and no store open', async () => {
    const report = collectFaults();
    await house.become('a');
    (await house.own()).outbox.stop.mockImplementation(() => Promise.reject(new Error('no')));
    await house.become('b');
    expect(report).toHaveBeenCalledOnce();
    expect(house.stores.log).toEqual(['open a', 'close a', 'open b']);
    expect(house.workspaces.peek()).toMatchObject({ identity: 'b' });
  });
});
