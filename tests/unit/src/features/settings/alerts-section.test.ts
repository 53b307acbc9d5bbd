import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { timeNow } from '@/app/clock';
import { useSettingsStore } from '@/app/stores/settings-store';
import AlertsSection from '@/features/settings/AlertsSection.vue';
import { axeFaults, control, render, settled, textOnPage, theOffice } from '../../render';

async function open(hasTray = false) {
  await render(AlertsSection, { office: { signedIn: false, hasTray } });
  await settled();
}

async function press(name: string, selector?: string): Promise<void> {
  control(name, selector).click();
  await settled();
  await flushPromises();
}

const kept = () => useSettingsStore().state;

describe('the settings of alerts', () => {
  it('have no fault that axe finds, and say why a desktop without a tray can’t close to it', async () => {
    await open();
    expect(await axeFaults()).toEqual([]);
    expect(textOnPage()).toContain('This desktop has no tray');
    expect(control('Keep running when the window is closed').hasAttribute('disabled')).toBe(true);
  });

  it('close to the tray where there is one', async () => {
    await open(true);
    await press('Keep running when the window is closed');
    expect(kept().closeToTray).toBe(true);
    await press('Keep running when the window is closed');
    expect(kept().closeToTray).toBe(false);
  });

  it('turn notifications off, and the sound up and off', async () => {
    await open();
    await press('Show alerts as notifications');
    expect(kept().notifications).toBe(false);
    await press('High');
    expect(kept().alertVolume).toBe(100);
    await press('None');
    expect(kept().alertVolume).toBe(0);
  });

  it('keep quiet for an hour, say until when, and end it', async () => {
    await open();
    const before = timeNow();
    await press('For 1 hour');
    expect(kept().doNotDisturbUntil).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(textOnPage()).toContain('On until');
    await press('Turn off');
    expect(kept().doNotDisturbUntil).toBeNull();
  });

  it('send an example as alerts are sent', async () => {
    await open();
    await press('Send an example');
    expect([...theOffice().main.world.notifier.shown.values()]).toMatchObject([
      { title: 'This is how alerts look' },
    ]);
    expect(theOffice().main.house.desktop.state().chimes).toBe(1);
  });
});
