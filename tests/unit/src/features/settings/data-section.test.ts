import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { useRecordsStore } from '@/app/stores/records-store';
import { useStoreStore } from '@/app/stores/store-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import DataSection from '@/features/settings/DataSection.vue';
import { axeFaults, control, render, settled, textOnPage } from '../../render';

async function open(office: OfficeOptions = {}) {
  await render(DataSection, { office: { isRead: true, ...office }, at: '/settings' });
  await Promise.all([useStoreStore().start(), useRecordsStore().start()]);
  await flushPromises();
}

describe('the data on this computer', () => {
  it('are told by size, count and age, and have no fault that axe finds', async () => {
    // Main counts what it opened after a moment.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    await open({ store: { bytes: 18_900_000 }, vehicles: 12 });
    await vi.advanceTimersByTimeAsync(5000);
    await settled();
    vi.useRealTimers();
    const text = textOnPage().replace(/\s/g, ' ');
    expect(text).toContain('Size on disk19 MB');
    expect(text).toContain('12 records · updated ');
    expect(await axeFaults()).toEqual([]);
  });

  it.each([
    ['keychain', 'the key is in the keychain'],
    ['passphrase', 'the key is in a file protected by your passphrase'],
  ] as const)('say where their key lies: %s', async (place, words) => {
    await open({ session: { place } });
    expect(textOnPage()).toContain(words);
  });

  it('are read again by hand', async () => {
    await open();
    const sync = vi.spyOn(useBridge().records, 'sync');
    control('Refresh Users').click();
    await flushPromises();
    expect(sync).toHaveBeenCalledWith('users');
  });

  it('are not asked for while nothing is asked of the service', async () => {
    await open({ settings: { workOffline: true } });
    expect(() => control('Refresh Users')).toThrow();
  });

  it('are erased after a question that says what stays', async () => {
    await open();
    const erase = vi.spyOn(useBridge().store, 'erase');
    control('Erase cached data…').click();
    await flushPromises();
    expect(textOnPage()).toContain('Unsent changes and recently deleted records stay.');
    expect(erase).not.toHaveBeenCalled();
    control('Erase', '[role=dialog] button').click();
    await flushPromises();
    expect(erase).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('say what went wrong', async () => {
    await open({
      faults: {
        'store.erase': { code: 'store-damaged', reason: 'read-only', message: 'SQLITE_READONLY' },
      },
    });
    control('Erase cached data…').click();
    await flushPromises();
    control('Erase', '[role=dialog] button').click();
    await flushPromises();
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Fleetdesk can’t write');
  });

  it('can’t be erased while they are closed', async () => {
    await open({ store: { phase: 'locked', bytes: null } });
    expect(textOnPage()).toContain('The data isn’t open at the moment.');
    expect(() => control('Erase cached data…')).toThrow();
  });
});
