import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { SignedIn } from '@main/signed-in';
import { settle } from '../core/virtual-clock';
import { collectFaults } from '../collect-faults';
import { SignedInHouse } from './signed-in-house';

let house: SignedInHouse;

beforeEach(() => {
  house = new SignedInHouse();
});

describe('a sign-out', () => {
  async function leaveWith(unsent: string[], wishes: Parameters<SignedIn['leave']>[0]) {
    await house.become('a');
    const belongings = await house.own();
    belongings.outbox.entries.push(...unsent.map((id) => ({ id, state: 'waiting' })));
    const store = Object.assign(belongings.store, {
      openEntries: () => Promise.resolve(belongings.outbox.entries),
      eraseCached: vi.fn(() => Promise.resolve()),
    });
    await house.signedIn.leave(wishes);
    await house.become(null, 'signed-out');
    return { belongings, store };
  }

  it('leaves everything for the next sign-in', async () => {
    const { belongings, store } = await leaveWith(['1'], { unsent: 'keep', erase: false });
    expect(belongings.outbox.discard).not.toHaveBeenCalled();
    expect(store.eraseCached).not.toHaveBeenCalled();
    expect(house.stores.files.has('a')).toBe(true);
    expect(house.keychain.entries.has('a.store')).toBe(true);
  });

  it('drops what is unsent, the newest first, where that is wished', async () => {
    const { belongings } = await leaveWith(['1', '2'], { unsent: 'discard', erase: false });
    expect(belongings.outbox.discard.mock.calls).toEqual([['2'], ['1']]);
    expect(belongings.outbox.pause.mock.calls).toEqual([[true], [false]]);
    expect(house.stores.files.has('a')).toBe(true);
  });

  it('erases what is cached around unsent changes', async () => {
    const { store } = await leaveWith(['1'], { unsent: 'keep', erase: true });
    expect(store.eraseCached).toHaveBeenCalledOnce();
    expect(house.stores.files.has('a')).toBe(true);
  });

  it('erases the whole store and its key where nothing unsent stays', async () => {
    await leaveWith(['1'], { unsent: 'discard', erase: true });
    expect(house.stores.files.has('a')).toBe(false);
    expect(house.keychain.entries.has('a.store')).toBe(false);
    // The next one to sign in is not meant.
    await house.become('b');
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('b')).toBe(true);
  });

  it('has it told where the store could not be erased', async () => {
    const report = collectFaults();
    house.stores.areHeld = true;
    await leaveWith([], { unsent: 'keep', erase: true });
    expect(house.keeper.state()).toMatchObject({
      phase: 'closed',
      error: { code: 'store-damaged', message: 'EBUSY: held' },
    });
    expect(report).toHaveBeenCalledOnce();
  });

  it('waits a moment for what is on its way, and drops what came back', async () => {
    await house.become('a');
    const { outbox } = await house.own();
    outbox.entries.push({ id: '1', state: 'sending' }, { id: '2', state: 'waiting' });
    const leaving = house.signedIn.leave({ unsent: 'discard', erase: false });
    await settle();
    expect(outbox.discard.mock.calls).toEqual([['2']]);
    Object.assign(outbox.entries[0] ?? {}, { state: 'unsure' });
    outbox.feed.publish(null);
    await leaving;
    expect(outbox.discard.mock.calls).toEqual([['2'], ['1']]);
    expect(house.clock.pending).toBe(1);

    outbox.entries.push({ id: '3', state: 'sending' });
    const impatient = house.signedIn.leave({ unsent: 'discard', erase: false });
    await house.clock.advance(5_000);
    await impatient;
    expect(outbox.entries).toHaveLength(1);
  });

  it('erases a store that is not open only with all that may wait in it', async () => {
    await house.become('a');
    await house.become(null, 'signed-out');
    house.stores.fault = 'newer';
    await house.become('a');
    await house.signedIn.leave({ unsent: 'keep', erase: true });
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('a')).toBe(true);
    await house.become('a');
    await house.signedIn.leave({ unsent: 'discard', erase: true });
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('a')).toBe(false);
  });

  it('erases a store that still opens, however that ends', async () => {
    await house.become('a');
    await house.become(null, 'signed-out');
    const { open } = house.stores;
    let letOpen = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      letOpen = resolve;
    });
    house.stores.open = async (...terms) => {
      await opened;
      return open.apply(house.stores, terms);
    };
    house.session.become('a');
    await settle();
    expect(house.keeper.state().phase).toBe('opening');
    await house.signedIn.leave({ unsent: 'discard', erase: true });
    house.session.become(null, 'signed-out');
    letOpen();
    await house.signedIn.settled();
    expect(house.stores.files.has('a')).toBe(false);
    expect(house.keychain.entries.has('a.store')).toBe(false);
  });

  it('erases nothing that another copy has open', async () => {
    await house.become('a');
    await house.become(null, 'signed-out');
    house.stores.fault = 'in-use';
    await house.become('a');
    await house.signedIn.leave({ unsent: 'discard', erase: true });
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('a')).toBe(true);
    expect(house.keychain.entries.has('a.store')).toBe(true);
  });

  it('erases nothing at a later one, where the one that was to erase did not come about', async () => {
    await house.become('a');
    const { store } = await house.own();
    Object.assign(store, { openEntries: () => Promise.resolve([]) });
    await house.signedIn.leave({ unsent: 'discard', erase: true });
    await house.signedIn.leave({ unsent: 'keep', erase: false });
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('a')).toBe(true);
  });

  it('does not choke on a change that went along with another', async () => {
    await house.become('a');
    const { outbox } = await house.own();
    outbox.entries.push({ id: '1', state: 'waiting' });
    outbox.discard.mockRejectedValueOnce(
      new FleetdeskError({ code: 'conflict', reason: 'entry-done', message: 'done' }),
    );
    await house.signedIn.leave({ unsent: 'discard', erase: false });
  });
});

describe('a session in memory', () => {
  it('tells how much would be lost with it', async () => {
    await house.become('a', 'signed-in', 'online', null);
    (await house.own()).outbox.entries.push(
      { id: '1', state: 'waiting' },
      { id: '2', state: 'waiting' },
    );
    expect(house.signedIn.unsentInMemory()).toBe(2);
    await house.become('b');
    (await house.own()).outbox.entries.push({ id: '3', state: 'waiting' });
    expect(house.signedIn.unsentInMemory()).toBe(0);
  });
});

describe('erasing what is cached', () => {
  it('reads everything anew on the same store', async () => {
    await house.become('a');
    const before = await house.own();
    const eraseCached = vi.fn(() => Promise.resolve());
    Object.assign(before.store, { eraseCached });
    await house.signedIn.erase();
    expect(eraseCached).toHaveBeenCalledOnce();
    const after = await house.own();
    expect(after).not.toBe(before);
    expect(after.store).toBe(before.store);
    expect(after.records.start).toHaveBeenCalledOnce();
  });
});
