import { describe, expect, it, vi } from 'vitest';
import { followLoginStart, type LoginList } from '@main/start-at-login';
import { SettingsFile } from '@main/settings-file';
import { collectFaults } from '../collect-faults';
import { MemoryFiles } from './memory-files';

async function build({
  fails = false,
  files = new MemoryFiles(),
  /** What the system's list holds as Fleetdesk starts. */
  entry = false,
  managed = undefined as boolean | undefined,
} = {}) {
  const isManaged = managed !== undefined;
  const settings = await SettingsFile.open(
    files,
    managed === undefined ? {} : { startAtLogin: managed },
  );
  const done: string[] = [];
  const note = (what: string) => {
    if (fails) throw new Error('read-only');
    done.push(what);
  };
  const list: LoginList = {
    startsUs: () => entry,
    add: ({ isHidden }) => {
      note(isHidden ? 'add hidden' : 'add');
    },
    renew: ({ isHidden }) => {
      note(isHidden ? 'renew hidden' : 'renew');
    },
    remove: () => {
      note('remove');
    },
  };
  followLoginStart(settings, list, isManaged);
  await Promise.resolve();
  return { settings, done };
}

describe('the start at log-in', () => {
  it('leaves the system’s list alone until a person changes the setting', async () => {
    const { settings, done } = await build();
    await settings.update({ theme: 'dark', startHidden: true });
    expect(done).toEqual([]);
  });

  it('follows the settings, one change after the other', async () => {
    const { settings, done } = await build();
    await settings.update({ startAtLogin: true });
    await settings.update({ startHidden: true });
    await settings.update({ theme: 'dark' });
    await settings.update({ startAtLogin: false });
    await vi.waitFor(() => {
      expect(done).toEqual(['add', 'renew hidden', 'remove']);
    });
  });

  it('is only renewed at a start: an update may have moved the program', async () => {
    const files = new MemoryFiles();
    const { settings } = await build({ files });
    await settings.update({ startAtLogin: true, startHidden: true });
    const { done } = await build({ files });
    await vi.waitFor(() => {
      expect(done).toEqual(['renew hidden']);
    });
  });

  it('ends at the next start where a removal failed', async () => {
    const { done } = await build({ entry: true });
    await vi.waitFor(() => {
      expect(done).toEqual(['remove']);
    });
  });

  it.each([
    [false, 'remove'],
    [true, 'add'],
  ])('is what an administrator decides: %s', async (managed, what) => {
    const { done } = await build({ managed });
    await vi.waitFor(() => {
      expect(done).toEqual([what]);
    });
  });

  it('reports a list that can’t be written, and goes on', async () => {
    const faults = collectFaults();
    const { settings } = await build({ fails: true });
    await settings.update({ startAtLogin: true });
    await vi.waitFor(() => {
      expect(faults).toHaveBeenCalledOnce();
    });
  });
});
