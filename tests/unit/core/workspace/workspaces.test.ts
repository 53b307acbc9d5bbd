import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { Attention } from '@contract/fixes';
import { StoreFailure } from '@core/ports/stores';
import { collectFaults } from '../../collect-faults';
import { settle } from '../virtual-clock';
import { WorkspacesHouse } from './house';

let house: WorkspacesHouse;

beforeEach(() => {
  house = new WorkspacesHouse();
});

describe('what belongs to the signed-in user', () => {
  it('is refused while nobody is', async () => {
    expect(house.workspaces.peek()).toBeNull();
    const refused = { error: { code: 'unauthenticated', reason: 'signed-out' } };
    await expect(house.workspaces.get()).rejects.toMatchObject(refused);
    await expect(house.workspaces.toWrite()).rejects.toMatchObject(refused);
  });

  it('is built on their open store, told of, and started; whoever asks early waits', async () => {
    house.session.become('a');
    expect(house.workspaces.peek()).toBeNull();
    const workspace = await house.own();
    expect(workspace).toMatchObject({ identity: 'a', isKept: true });
    expect(workspace.store).toBe(house.keeper.store);
    expect(house.changes).toEqual([workspace]);
    for (const part of ['records', 'associations', 'fleet', 'live', 'outbox'] as const) {
      expect(workspace[part].start).toHaveBeenCalledOnce();
    }
    expect(await house.workspaces.toWrite()).toBe(workspace);
  });

  it('is not there before the outbox knows what waits', async () => {
    let know: () => void = () => undefined;
    const known = new Promise<void>((resolve) => (know = resolve));
    house.starts = () => known;
    house.session.become('a');
    await settle();
    expect(house.workspaces.peek()).toBeNull();
    expect(house.changes).toEqual([]);
    know();
    expect((await house.own()).records.start).toHaveBeenCalledOnce();
  });

  it('is shown once the map shows all that is kept, since each part would cost as much again', async () => {
    let read: () => void = () => undefined;
    house.reads = () => new Promise((resolve) => (read = resolve));
    house.session.become('a');
    await house.clock.advance(1_900);
    expect(house.changes).toEqual([]);
    read();
    const { live } = await house.own();
    expect(house.identities()).toEqual(['a']);
    // What the snapshot holds is not told once more.
    expect(live.tellDue).toHaveBeenCalledOnce();
  });

  it('knows where vehicles were seen before it reads them: none is told as never checked', async () => {
    house.session.become('a');
    const { live, fleet } = await house.own();
    const [kept = 0] = live.readKept.mock.invocationCallOrder;
    const [vehicles = 0] = fleet.start.mock.invocationCallOrder;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(vehicles);
  });

  it('is shown as far as it is read where that takes long', async () => {
    house.reads = () => new Promise(() => undefined);
    house.session.become('a');
    await house.clock.advance(2_100);
    expect(house.identities()).toEqual(['a']);
  });

  it('is there as well where what is kept of the fleet can not be read, which is told', async () => {
    const reported = collectFaults();
    house.reads = () => {
      const read = Promise.reject(new Error('odd'));
      // It is waited for later.
      read.catch(() => undefined);
      return read;
    };
    await house.become('a');
    expect(house.identities()).toEqual(['a']);
    expect(reported.mock.calls.map(([where]) => where)).toEqual([
      'what is kept of the fleet could not be read',
    ]);
  });

  it('goes on at once with what came back while it was built', async () => {
    let know: () => void = () => undefined;
    const known = new Promise<void>((resolve) => (know = resolve));
    house.starts = () => known;
    house.session.become('a');
    await settle();
    house.workspaces.wake();
    know();
    const { live, records } = await house.own();
    expect(records.wake).toHaveBeenCalledOnce();
    expect(live.wake).toHaveBeenCalledOnce();
    await house.become('b');
    expect((await house.own()).records.wake).not.toHaveBeenCalled();
  });

  it('takes what was shown first away with it where it can not be built', async () => {
    collectFaults();
    house.starts = () => Promise.reject(new Error('odd'));
    house.first.hide.mockClear();
    await house.become('a');
    const [shown = 0] = house.first.show.mock.invocationCallOrder;
    expect(house.first.hide.mock.invocationCallOrder.at(-1)).toBeGreaterThan(shown);
    await expect(house.workspaces.get()).rejects.toMatchObject({
      error: { reason: 'store-closed' },
    });
  });

  it('is shown whole where the fleet is on the map already, however long that takes', async () => {
    let read: () => void = () => undefined;
    house.reads = () => new Promise((resolve) => (read = resolve));
    house.first.isShown = true;
    house.session.become('a');
    await house.clock.advance(60_000);
    expect(house.changes).toEqual([]);
    expect(house.first.giveWay).not.toHaveBeenCalled();
    read();
    await house.own();
    expect(house.identities()).toEqual(['a']);
    expect(house.first.giveWay).toHaveBeenCalledOnce();
  });

  it('lets who leaves go, or quits, though the fleet on the map is not read again yet', async () => {
    house.reads = () => new Promise(() => undefined);
    house.first.isShown = true;
    house.session.become('a');
    await settle();
    await house.become(null, 'signed-out');
    expect(house.keeper.state().phase).toBe('closed');
    house.session.become('b');
    await settle();
    await house.workspaces.close();
    expect(house.stores.log).toEqual(['open a', 'close a', 'open b', 'close b']);
    expect(house.identities()).toEqual([]);
  });

  it('is what is shown first gives way to; who leaves before sees nothing of it any more', async () => {
    await house.become('a');
    const { show, hide, giveWay } = house.first;
    expect(show).toHaveBeenCalledOnce();
    const [active, isWanted] = show.mock.calls[0] ?? [];
    expect(active?.identity).toBe('a');
    expect(isWanted?.()).toBe(false);
    expect(giveWay).toHaveBeenCalledOnce();
    hide.mockClear();
    house.starts = () => new Promise(() => undefined);
    house.session.become('b');
    await settle();
    const isStillWanted = show.mock.calls[1]?.[1];
    expect(isStillWanted?.()).toBe(true);
    house.session.become(null, 'signed-out');
    expect(isStillWanted?.()).toBe(false);
    expect(hide).toHaveBeenCalled();
    expect(giveWay).toHaveBeenCalledOnce();
  });

  it('has its store opened once what is shown first was shown, unless they left by then', async () => {
    let shown: () => void = () => undefined;
    house.first.show.mockImplementation(() => new Promise((resolve) => (shown = resolve)));
    house.session.become('a');
    await settle();
    expect(house.stores.log).toEqual([]);
    shown();
    expect((await house.own()).identity).toBe('a');
    expect(house.stores.log).toEqual(['open a']);
    house.session.become('b');
    await settle();
    house.session.become(null, 'signed-out');
    shown();
    await house.workspaces.settled();
    expect(house.stores.log).not.toContain('open b');
  });

  it('is not there for a session that the start did not find: its store is let go of', async () => {
    const next = new WorkspacesHouse(house);
    const letGo = vi.spyOn(next.stores, 'letGo');
    await next.become('a');
    expect(letGo).not.toHaveBeenCalled();
    const nobodys = new WorkspacesHouse(house);
    nobodys.session.find({ keychain: 'locked', place: 'keychain' });
    expect(letGo).toHaveBeenCalledOnce();
  });

  it('stays through an expired session and its renewal', async () => {
    await house.become('a');
    const workspace = await house.own();
    await house.become('a', 'expired');
    await house.become('a');
    expect(await house.own()).toBe(workspace);
    expect(house.changes).toHaveLength(1);
  });

  it('is gone at once at sign-out; all work ends before the store closes', async () => {
    await house.become('a');
    const { fleet, live, outbox, records, associations } = await house.own();
    const log = house.stores.log;
    outbox.stop.mockImplementation(async () => {
      await settle();
      log.push('sending ended');
    });
    house.session.become(null, 'signed-out');
    expect(house.workspaces.peek()).toBeNull();
    expect(house.changes.at(-1)).toBeNull();
    await expect(house.workspaces.get()).rejects.toBeInstanceOf(FleetdeskError);
    await house.workspaces.settled();
    for (const part of [fleet, live, records, associations]) {
      expect(part.stop).toHaveBeenCalledOnce();
    }
    expect(log).toEqual(['open a', 'sending ended', 'close a']);
    expect(house.keeper.state().phase).toBe('closed');
  });

  it('is never shared by two identities', async () => {
    await house.become('a');
    const first = await house.own();
    house.session.become('b');
    expect(house.workspaces.peek()).toBeNull();
    const second = await house.own();
    expect(second.identity).toBe('b');
    expect(second.store).not.toBe(first.store);
    expect(house.identities()).toEqual(['a', null, 'b']);
    expect(house.stores.log).toEqual(['open a', 'close a', 'open b']);
  });

  it('of somebody who left before their store was open is never built', async () => {
    house.session.become('a');
    house.session.become('b');
    await house.workspaces.settled();
    expect(house.identities()).toEqual(['b']);
    house.session.become('a');
    house.session.become(null, 'signed-out');
    await house.workspaces.settled();
    expect(house.identities()).toEqual(['b', null]);
    expect(house.workspaces.peek()).toBeNull();
  });

  it('goes on when the link is back, the session renewed, or the machine awake', async () => {
    await house.become('a');
    const { records, outbox } = await house.own();
    await house.become('a');
    expect(records.wake).not.toHaveBeenCalled();
    await house.become('a', 'signed-in', 'offline');
    await house.become('a');
    expect(records.wake).toHaveBeenCalledTimes(1);
    await house.become('a', 'expired');
    await house.become('a');
    expect(records.wake).toHaveBeenCalledTimes(2);
    house.workspaces.wake();
    expect(records.wake).toHaveBeenCalledTimes(3);
    expect(outbox.wake).toHaveBeenCalledTimes(3);
  });

  it('ends with the app, and hears no more of the session', async () => {
    await house.become('a');
    const { live } = await house.own();
    await house.workspaces.close();
    expect(live.stop).toHaveBeenCalledOnce();
    expect(house.stores.log).toEqual(['open a', 'close a']);
    await house.become('b');
    expect(house.identities()).toEqual(['a', null]);
  });
});

describe('while the store can not be opened', () => {
  const attention: Attention = { onScreen: ['v'], selected: null, followed: null };

  it('the screens stand on one in memory, and nothing can be entered', async () => {
    house.stores.fault = 'read-only';
    await house.become('a');
    expect(await house.own()).toMatchObject({ isKept: false });
    await expect(house.workspaces.toWrite()).rejects.toMatchObject({
      error: { code: 'store-damaged', reason: 'store-closed' },
    });
  });

  it('everything moves to it once it opens, with what the windows show', async () => {
    house.stores.fault = 'disk-full';
    await house.become('a');
    const before = await house.own();
    await house.workspaces.attend(1, attention);
    await house.workspaces.attend(2, attention);
    house.workspaces.release(2);
    house.stores.fault = null;
    await house.keeper.retry();
    await house.workspaces.settled();
    const after = await house.own();
    expect(after).toMatchObject({ identity: 'a', isKept: true });
    expect(after.live.attend.mock.calls).toEqual([[1, attention]]);
    expect(before.outbox.stop).toHaveBeenCalledOnce();
    expect(house.identities()).toEqual(['a', null, 'a']);
    expect(house.stores.log).toEqual(['open in memory', 'open a', 'close in memory']);
  });

  it('one that takes its time is not waited for', async () => {
    let open: () => void = () => undefined;
    const real = house.stores.open.bind(house.stores);
    vi.spyOn(house.stores, 'open').mockImplementation(async (...terms) => {
      await new Promise<void>((resolve) => (open = resolve));
      return real(...terms);
    });
    house.session.become('a');
    await house.clock.advance(7_900);
    expect(house.workspaces.peek()).toBeNull();
    await house.clock.advance(200);
    expect(await house.own()).toMatchObject({ isKept: false });
    open();
    await settle();
    await house.workspaces.settled();
    expect(await house.own()).toMatchObject({ isKept: true });
  });

  it('the fleet that is on the map already stays there, however long the check takes', async () => {
    let open: () => void = () => undefined;
    const real = house.stores.open.bind(house.stores);
    vi.spyOn(house.stores, 'open').mockImplementation(async (...terms) => {
      await new Promise<void>((resolve) => (open = resolve));
      return real(...terms);
    });
    house.first.isShown = true;
    house.session.become('a');
    await house.clock.advance(300_000);
    expect(house.changes).toEqual([]);
    expect(house.stores.log).toEqual([]);
    open();
    expect(await house.own()).toMatchObject({ isKept: true });
    expect(house.identities()).toEqual(['a']);
  });

  it('the next identity does not wait for the last one in vain', async () => {
    vi.spyOn(house.stores, 'open').mockRejectedValueOnce(new StoreFailure('failed', 'no'));
    await house.become('a');
    await house.become('b');
    expect(await house.own()).toMatchObject({ identity: 'b', isKept: true });
  });
});
