import { expect, it, vi } from 'vitest';
import { SettingsFile } from '@main/settings-file';
import { followChoices } from '@main/follow-choices';
import { MemoryFiles } from './memory-files';

it('live tracking hears of other limits and days, and of no other setting', async () => {
  const settings = await SettingsFile.open(new MemoryFiles());
  const renewChosen = vi.fn();
  followChoices(settings, () => ({ renewChosen }));
  await settings.update({ theme: 'dark' });
  expect(renewChosen).not.toHaveBeenCalled();
  await settings.update({ silentAfter: 30 });
  await settings.update({ silentAfter: 30 });
  expect(renewChosen).toHaveBeenCalledTimes(1);
  await settings.update({ trailDays: 7 });
  expect(renewChosen).toHaveBeenCalledTimes(2);
});
