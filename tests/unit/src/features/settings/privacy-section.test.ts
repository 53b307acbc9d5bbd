import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { useSettingsStore } from '@/app/stores/settings-store';
import PrivacySection from '@/features/settings/PrivacySection.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { officeConnections } from '../../../../mocked-main/office/connections';
import { axeFaults, control, render, settled, textOnPage } from '../../render';

async function open(office: OfficeOptions = {}): Promise<void> {
  await render(PrivacySection, { office, at: '/settings' });
  await settled();
}

const servers = () =>
  [...document.querySelectorAll('[data-setting=servers] li')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

describe('the servers that Fleetdesk connects to', () => {
  it('are that of the service alone until a person chooses more', async () => {
    await open();
    expect(servers()).toEqual([['fleet.vilaclara.example', 'The service you are signed in to']]);
    expect(await axeFaults()).toEqual([]);
  });

  it('are listed with proxy and address search once these are chosen', async () => {
    await open();
    await useSettingsStore().update({
      proxy: { mode: 'manual', host: 'proxy.lan', port: 8080, bypass: [] },
      geocoder: { kind: 'photon', address: 'https://find.example/api?q={q}', isPrivate: false },
    });
    await flushPromises();
    expect(servers().slice(1)).toEqual([
      ['proxy.lan:8080', 'Proxy for all connections'],
      ['find.example', 'Address search, when you ask for it'],
    ]);
  });

  it('are none with the demo fleet', async () => {
    const [connection] = officeConnections(0);
    if (!connection) throw new Error('no connection');
    await open({ session: { connection: { ...connection, isDemo: true, name: 'Demo' } } });
    expect(servers()).toEqual([]);
    expect(textOnPage()).toContain('None. The demo fleet runs on this computer.');
  });
});

describe('what is kept on this computer', () => {
  const row = (name: string) =>
    [...document.querySelectorAll('[data-setting=keptData] li')].find((each) =>
      each.textContent?.includes(name),
    );

  it('is told by kind, and trails go after a question', async () => {
    await open({ isRead: true });
    await vi.waitFor(async () => {
      await settled();
      expect(row('Logs')).toBeDefined();
    });
    expect(row('Crash reports')?.querySelector('button')).toBeNull();
    const forget = vi.spyOn(useBridge().kept, 'delete');
    control('Delete: Logs').click();
    await settled();
    expect(textOnPage()).toContain('Delete the logs?');
    const dialog = document.querySelector('[role=dialog]');
    expect(await axeFaults(dialog ?? undefined)).toEqual([]);
    control('Cancel').click();
    await settled();
    expect(forget).not.toHaveBeenCalled();
    control('Delete: Logs').click();
    await settled();
    control('Delete', '[role=dialog] button').click();
    await settled();
    expect(forget).toHaveBeenCalledExactlyOnceWith('log');
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });
});
