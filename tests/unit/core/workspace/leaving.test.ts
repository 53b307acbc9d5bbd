import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { Workspaces } from '@core/workspace/workspaces';
import { settle } from '../virtual-clock';
import { collectFaults } from '../../collect-faults';
import { WorkspacesHouse } from './house';

let house: WorkspacesHouse;

beforeEach(() => {
  house = new WorkspacesHouse();
});

describe('a sign-out', () => {
  async function leaveWith(unsent: string[], wishes: Parameters<Workspaces['leave']>[0]) {
    await house.become('a');
    const workspace = await house.own();
    workspace.outbox.entries.push(...unsent.map((id) => ({ id, state: 'waiting' })));
    const store = Object.assign(workspace.store, {
      openEntries: () => Promise.resolve(workspace.outbox.entries),
      eraseCached: vi.fn(() => Promise.resolve()),
    });
    await house.workspaces.leave(wishes);
    await house.become(null, 'signed-out');
    return { workspace, store };
  }

  it('leaves everything for the next sign-in', async () => {
    const { workspace, store } = await leaveWith(['1'], { unsent: 'keep', erase: false });
    expect(workspace.outbox.discard).not.toHaveBeenCalled();
    expect(store.eraseCached).not.toHaveBeenCalled();
    expect(house.stores.files.has('a')).toBe(true);
    expect(house.keychain.entries.has('a.store')).toBe(true);
  });

  it('drops what is unsent, the newest first, where that is wished', async () => {
    const { workspace } = await leaveWith(['1', '2'], { unsent: 'discard', erase: false });
    expect(workspace.outbox.discard.mock.calls).toEqual([['2'], ['1']]);
    expect(workspace.outbox.pause.mock.calls).toEqual([[true], [false]]);
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
    const leaving = house.workspaces.leave({ unsent: 'discard', erase: false });
    await settle();
    expect(outbox.discard.mock.calls).toEqual([['2']]);
    Object.assign(outbox.entries[0] ?? {}, { state: 'unsure' });
    outbox.feed.publish(null);
    await leaving;
    expect(outbox.discard.mock.calls).toEqual([['2'], ['1']]);
    expect(house.clock.pending).toBe(1);

    outbox.entries.push({ id: '3', state: 'sending' });
    const impatient = house.workspaces.leave({ unsent: 'discard', erase: false });
    await house.clock.advance(5_000);
    await impatient;
    expect(outbox.entries).toHaveLength(1);
  });

  it('erases a store that is not open only with all that may wait in it', async () => {
    await house.become('a');
    await house.become(null, 'signed-out');
    house.stores.fault = 'newer';
    await house.become('a');
    await house.workspaces.leave({ unsent: 'keep', erase: true });
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('a')).toBe(true);
    await house.become('a');
    await house.workspaces.leave({ unsent: 'discard', erase: true });
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
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    house.session.become(null, 'signed-out');
    letOpen();
    await house.workspaces.settled();
    expect(house.stores.files.has('a')).toBe(false);
    expect(house.keychain.entries.has('a.store')).toBe(false);
  });

  it('erases nothing that another copy has open', async () => {
    await house.become('a');
    await house.become(null, 'signed-out');
    house.stores.fault = 'in-use';
    await house.become('a');
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    await house.become(null, 'signed-out');
    expect(house.stores.files.has('a')).toBe(true);
    expect(house.keychain.entries.has('a.store')).toBe(true);
  });

  it('erases nothing at a later one, where the one that was to erase did not come about', async () => {
    await house.become('a');
    const { store } = await house.own();
    Object.assign(store, { openEntries: () => Promise.resolve([]) });
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    await house.workspaces.leave({ unsent: 'keep', erase: false });
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
    await house.workspaces.leave({ unsent: 'discard', erase: false });
  });
});

describe('a session in memory', () => {
  it('tells how much would be lost with it', async () => {
    await house.become('a', 'signed-in', 'online', null);
    (await house.own()).outbox.entries.push(
      { id: '1', state: 'waiting' },
      { id: '2', state: 'waiting' },
    );
    expect(house.workspaces.unsentInMemory()).toBe(2);
    await house.become('b');
    (await house.own()).outbox.entries.push({ id: '3', state: 'waiting' });
    expect(house.workspaces.unsentInMemory()).toBe(0);
  });
});

describe('erasing what is cached', () => {
  it('reads everything again on the same store', async () => {
    await house.become('a');
    const before = await house.own();
    const eraseCached = vi.fn(() => Promise.resolve());
    Object.assign(before.store, { eraseCached });
    await house.workspaces.erase();
    expect(eraseCached).toHaveBeenCalledOnce();
    const after = await house.own();
    expect(after).not.toBe(before);
    expect(after.store).toBe(before.store);
    expect(after.records.start).toHaveBeenCalledOnce();
  });
});
