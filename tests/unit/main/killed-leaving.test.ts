import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignOut } from '@contract/session';
import { settle } from '../core/virtual-clock';
import { collectFaults } from '../collect-faults';
import { WorkspacesHouse } from '../core/workspace/house';

const erasing: SignOut = { unsent: 'keep', erase: true };

let house: WorkspacesHouse;

beforeEach(async () => {
  house = new WorkspacesHouse();
  await house.become('a');
});

/** A new process, which finds nobody signed in unless something else is said. */
async function startOver(
  found: Parameters<WorkspacesHouse['session']['find']>[0] = { keychain: 'absent', place: null },
): Promise<void> {
  house = new WorkspacesHouse(house);
  await settle();
  expect(house.stores.files.has('a'), 'while a session is looked for').toBe(true);
  house.session.find(found);
  await settle();
}

/** Whatever is unsent of a's. */
function enter(unsent: number): void {
  Object.assign(house.stores.files.get('a') ?? {}, { unsent });
}

function isThere(): boolean[] {
  return [house.stores.files.has('a'), house.keychain.entries.has('a.store')];
}

describe('a run that is killed once the tokens are gone', () => {
  it('has its store erased by the next one, which finds nobody signed in', async () => {
    await house.workspaces.leave(erasing);
    await startOver();
    expect(isThere()).toEqual([false, false]);
  });

  it('has what is unsent kept, and that alone', async () => {
    await house.workspaces.leave(erasing);
    enter(1);
    await startOver();
    expect(house.stores.files.get('a')).toMatchObject({ unsent: 1, isBare: true });
  });

  it('has its store erased whose opening failed, with all that was given up', async () => {
    await house.become(null, 'signed-out');
    enter(1);
    house.stores.fault = 'newer';
    await house.become('a');
    await house.workspaces.leave({ unsent: 'discard', erase: true });
    await startOver();
    expect(isThere()).toEqual([false, false]);
  });

  it('has it told where the keychain is closed by then', async () => {
    await house.workspaces.leave(erasing);
    house.keychain.fault = 'locked';
    await startOver({ keychain: 'locked', place: null });
    expect(house.keeper.state()).toMatchObject({
      phase: 'closed',
      error: { code: 'keychain-locked' },
    });
  });
});

describe('a run that is killed before the tokens are gone', () => {
  beforeEach(() => house.workspaces.leave(erasing));

  it.each([
    ['locked', { keychain: 'locked', place: 'passphrase' }],
    ['perhaps there', { keychain: 'unreadable', place: null }],
  ] as const)('costs a session nothing that is %s', async (_, found) => {
    await startOver(found);
    expect(isThere()).toEqual([true, true]);
  });

  it('costs a session nothing that goes on, nor later', async () => {
    house = new WorkspacesHouse(house);
    await house.become('a');
    expect(house.keeper.state()).toMatchObject({ phase: 'open', setAside: null });
    await house.become(null, 'signed-out');
    await startOver();
    expect(isThere()).toEqual([true, true]);
  });
});

describe('a sign-out that was to erase leaves no word of that', () => {
  it('where it did not come about', async () => {
    await house.workspaces.leave(erasing);
    await house.workspaces.left();
    await startOver();
    expect(isThere()).toEqual([true, true]);
  });

  it('where another one followed that erases nothing', async () => {
    await house.workspaces.leave(erasing);
    await house.workspaces.leave({ unsent: 'keep', erase: false });
    await startOver();
    expect(isThere()).toEqual([true, true]);
  });

  it('where somebody else signed in amid it', async () => {
    const { write } = house.files;
    vi.spyOn(house.files, 'write').mockImplementationOnce(async (...terms) => {
      house.session.become('b');
      await settle();
      await write.apply(house.files, terms);
    });
    await expect(house.workspaces.leave(erasing)).rejects.toMatchObject({
      error: { reason: 'signed-out' },
    });
    await house.workspaces.settled();
    expect(house.workspaces.peek()).toMatchObject({ identity: 'b', isKept: true });
    await startOver();
    expect(isThere()).toEqual([true, true]);
  });

  it('where the app was closed amid it', async () => {
    const { write } = house.files;
    let closed: Promise<void> | null = null;
    vi.spyOn(house.files, 'write').mockImplementationOnce(async (...terms) => {
      closed = house.workspaces.close();
      await settle();
      await write.apply(house.files, terms);
    });
    await expect(house.workspaces.leave(erasing)).rejects.toThrow();
    await closed;
    await startOver();
    expect(isThere()).toEqual([true, true]);
  });

  it('where something unsent was entered meanwhile, which stays', async () => {
    await house.workspaces.leave(erasing);
    enter(1);
    await house.become(null, 'signed-out');
    expect(house.stores.files.get('a')).toMatchObject({ unsent: 1, isBare: true });
    enter(0);
    await startOver();
    expect(isThere()).toEqual([true, true]);
  });
});

describe('a sign-out that was to erase', () => {
  it('comes about where that can not be noted, too', async () => {
    const report = collectFaults();
    house.files.writeFault = new Error('ENOSPC');
    await house.workspaces.leave(erasing);
    expect(report).toHaveBeenCalledOnce();
    house.files.writeFault = null;
    await house.become(null, 'signed-out');
    expect(isThere()).toEqual([false, false]);
  });
});
