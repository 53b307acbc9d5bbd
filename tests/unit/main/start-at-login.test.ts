import { describe, expect, it, vi } from 'vitest';
import { followLoginStart, type LoginStart } from '@main/start-at-login';
import { SettingsFile } from '@main/settings-file';
import { collectFaults } from '../collect-faults';
import { MemoryFiles } from './memory-files';

async function build(fails = false, files = new MemoryFiles()) {
  const settings = await SettingsFile.open(files);
  const applied: (LoginStart | null)[] = [];
  followLoginStart(settings, (wanted) => {
    if (fails) throw new Error('read-only');
    applied.push(wanted);
  });
  return { settings, applied };
}

describe('the start at log-in', () => {
  it('leaves the system’s list alone until a person changes the setting', async () => {
    const { settings, applied } = await build();
    await settings.update({ theme: 'dark', startHidden: true });
    expect(applied).toEqual([]);
  });

  it('follows the settings, one change after the other', async () => {
    const { settings, applied } = await build();
    await settings.update({ startAtLogin: true });
    await settings.update({ startHidden: true });
    await settings.update({ theme: 'dark' });
    await settings.update({ startAtLogin: false });
    await vi.waitFor(() => {
      expect(applied).toHaveLength(3);
    });
    expect(applied).toEqual([{ isHidden: false }, { isHidden: true }, null]);
  });

  it('is put right at each start: an update may have moved the program', async () => {
    const files = new MemoryFiles();
    const { settings } = await build(false, files);
    await settings.update({ startAtLogin: true, startHidden: true });
    const { applied } = await build(false, files);
    await vi.waitFor(() => {
      expect(applied).toEqual([{ isHidden: true }]);
    });
  });

  it('reports a list that can’t be written, and goes on', async () => {
    const faults = collectFaults();
    const { settings } = await build(true);
    await settings.update({ startAtLogin: true });
    await vi.waitFor(() => {
      expect(faults).toHaveBeenCalledOnce();
    });
  });
});
