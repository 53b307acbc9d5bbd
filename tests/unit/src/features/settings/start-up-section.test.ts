import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { useSettingsStore } from '@/app/stores/settings-store';
import StartUpSection from '@/features/settings/StartUpSection.vue';
import { axeFaults, control, render, settled, textOnPage, theOffice } from '../../render';

async function open(hasTray: boolean) {
  await render(StartUpSection, { office: { signedIn: false, hasTray } });
  await theOffice().main.house.desktop.lookForTray();
  await settled();
}

async function press(name: string): Promise<void> {
  control(name).click();
  await settled();
  await flushPromises();
}

describe('the settings of the start-up', () => {
  it('start Fleetdesk at log-in, in the tray if wished, where there is one', async () => {
    await open(true);
    expect(await axeFaults()).toEqual([]);
    expect(control('Start in the tray').hasAttribute('disabled')).toBe(true);
    await press('Start Fleetdesk when you log in');
    await press('Start in the tray');
    const { startAtLogin, startHidden } = useSettingsStore().state;
    expect({ startAtLogin, startHidden }).toEqual({ startAtLogin: true, startHidden: true });
  });

  it('say why a start in the tray can’t be found again without one', async () => {
    await open(false);
    await press('Start Fleetdesk when you log in');
    expect(control('Start in the tray').hasAttribute('disabled')).toBe(true);
    expect(textOnPage()).toContain('Needs a tray');
  });
});
