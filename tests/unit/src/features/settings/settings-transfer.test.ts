import { describe, expect, it, vi } from 'vitest';
import { defaultSettings, type Settings } from '@contract/settings';
import { ownSettings } from '@contract/settings-files';
import { useSettingsStore } from '@/app/stores/settings-store';
import SettingsTransfer from '@/features/settings/SettingsTransfer.vue';
import { useSettingWords } from '@/features/settings/use-setting-words';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { axeFaults, control, render, settled, textOnPage, theOffice } from '../../render';

async function choose(settingsFile: string, office: OfficeOptions = {}): Promise<void> {
  await render(SettingsTransfer, { office: { ...office, settingsFile }, at: '/settings' });
  await press('Import settings…');
}

async function press(name: string): Promise<void> {
  control(name).click();
  // Calls that read a file take what time they take.
  await vi.waitFor(async () => {
    await settled();
    expect(theOffice().main.ipc.underWay).toBe(0);
  });
  await settled();
}

const fileWith = (settings: object) =>
  JSON.stringify({ fleetdesk: 'settings', version: 1, settings });

describe('settings from a file', () => {
  it('are shown before they are used, beside what the file has wrong', async () => {
    await choose(
      fileWith({
        ...{ theme: 'dark', silentAfter: 90, mapLabels: false, density: 'huge' },
        proxy: { mode: 'manual', host: 'proxy.lan', port: 8080, bypass: [] },
      }),
    );
    for (const words of [
      'Appearance',
      'System → Dark',
      'Default → 90 minutes',
      'On → Off',
      'As the system → Manual proxy.lan:8080',
      'settings.density: this value can’t be used.',
    ]) {
      expect(textOnPage()).toContain(words);
    }
    expect(textOnPage()).toMatch(/From \S+settings\.json\./);
    const dialog = document.querySelector('[role=dialog]') ?? document.body;
    expect(await axeFaults(dialog)).toEqual([]);
    const { state } = useSettingsStore();
    expect(state.theme).toBe('system');
    await press('Use settings');
    expect(useSettingsStore().state).toEqual({
      ...{ ...state, theme: 'dark', silentAfter: 90, mapLabels: false },
      proxy: { mode: 'manual', host: 'proxy.lan', port: 8080, bypass: [] },
    });
    expect(textOnPage()).toContain('The settings of the file are in use.');
  });

  it('call languages and regions by their names', async () => {
    await choose(fileWith({ locale: 'pt-BR', formatRegion: 'BR' }));
    expect(textOnPage()).toContain('Default → Português (Brasil)');
    expect(textOnPage()).toContain('Default → Brazil');
  });

  it('change nothing where a person cancels', async () => {
    await choose(fileWith({ theme: 'dark' }));
    await press('Cancel');
    expect(useSettingsStore().state.theme).toBe('system');
    expect(textOnPage()).not.toContain('Use these settings?');
  });

  it.each([
    ['{"fleetdesk": "sett', /settings\.json is damaged or not a settings file/],
    ['{"type": "FeatureCollection"}', /settings\.json is not a settings file of Fleetdesk/],
    [fileWith({}).replace('1', '7'), /settings\.json was written by a newer version/],
    [fileWith({ theme: 'system' }), /settings\.json changes nothing/],
  ])('are not taken from %s, and a sentence names the file', async (text, sentence) => {
    await choose(text);
    expect(textOnPage()).toMatch(sentence);
    expect(useSettingsStore().state).toEqual(defaultSettings);
  });

  it('stay where a change is not kept, with the reason', async () => {
    const faults = { 'settings.update': { code: 'file-unreadable', message: 'EROFS' } } as const;
    await choose(fileWith({ theme: 'dark' }), { faults });
    await press('Use settings');
    expect(useSettingsStore().state.theme).toBe('system');
    expect(textOnPage()).toContain('Use these settings?');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('EROFS');
  });

  it('have a name each, whether the page has a row for them or not', async () => {
    await choose('');
    const { labelOf } = useSettingWords();
    const handedOn = (Object.keys(defaultSettings) as (keyof Settings)[]).filter(
      (key) => !ownSettings.some((own) => own === key),
    );
    expect(handedOn.filter((key) => labelOf(key) === key)).toEqual([]);
  });
});
