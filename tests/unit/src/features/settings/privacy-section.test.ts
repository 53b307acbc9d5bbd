import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { useSettingsStore } from '@/app/stores/settings-store';
import PrivacySection from '@/features/settings/PrivacySection.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { officeConnections } from '../../../../mocked-main/office/connections';
import { axeFaults, render, settled, textOnPage } from '../../render';

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
