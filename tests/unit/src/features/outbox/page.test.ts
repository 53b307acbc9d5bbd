import { describe, expect, it, vi } from 'vitest';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useStoreStore } from '@/app/stores/store-store';
import { useBridge } from '@/bridge';
import { axeFaults, control, textOnPage, type } from '../../render';
import {
  choose,
  click,
  offline,
  open,
  option,
  panelText,
  press,
  region,
  settle,
} from './outbox-page';

describe('the outbox', () => {
  it('says what waits, why and since when, and has no fault that axe finds', async () => {
    await open();
    expect(region('Outbox')).not.toBeNull();
    const text = textOnPage();
    expect(text).toContain('6 need attention · 6 waiting');
    expect(option('New vehicle QWE-4R56').textContent).toContain('Refused by the service');
    expect(option('New vehicle ABC-1D23').textContent).toContain('Next attempt in 40s');
    expect(option('New vehicle ABC-1D23').textContent).toContain('12m ago');
    expect(option('Tracker 131 to').textContent).toContain('After: new vehicle ABC-1D23');
    expect(option('Change vehicle JUF-5Q29: color, description').textContent).toContain(
      'Being sent',
    );
    expect(option('Deactivate user').textContent).toContain('In the queue');
    expect(option('Delete vehicle BMX-5I29').textContent).toContain('You can undo for 10s');
    expect(await axeFaults()).toEqual([]);
  });

  it('tells why nothing goes out', async () => {
    await open({ session: offline });
    expect(option('New vehicle ABC-1D23').textContent).toContain('Offline since 13:58');
    expect(option('Tracker 131 to').textContent).toContain('After: new vehicle');
  });

  it('can send nothing while a person works offline', async () => {
    await open({ settings: { workOffline: true } });
    expect(option('Vinícius Prado').textContent).toContain('You are working offline');
    expect(() => control('Send now')).toThrow();
    await useSettingsStore().update({ workOffline: false });
    await settle();
    expect(option('Vinícius Prado').textContent).toContain('In the queue');
    expect(control('Send now')).toBeDefined();
  });

  it('is paused and goes on', async () => {
    await open();
    await click('Pause sending');
    expect(option('Vinícius Prado').textContent).toContain('Sending is paused');
    expect(control('Send now')).toHaveProperty('disabled', true);
    await click('Resume sending');
    expect(option('Vinícius Prado').textContent).toContain('In the queue');
    expect(option('ABC-1D23').textContent).not.toContain('In the queue');
    await click('Send now');
    // It waits for its next try no longer, and goes after the one that is being sent.
    expect(option('JUF-5Q29').textContent).toContain('Being sent');
    expect(option('ABC-1D23').textContent).toContain('In the queue');
  });

  it('says so where nothing waits, and where nobody can know', async () => {
    await open({ outbox: [] });
    expect(textOnPage()).toContain('Everything is sent');
  });

  it('does not claim that all is sent while the data are closed', async () => {
    await open({ outbox: [], store: { phase: 'locked' } });
    expect(textOnPage()).toContain('The outbox can’t be opened right now');
    expect(textOnPage()).not.toContain('Everything is sent');
  });

  it('shows fields before and after', async () => {
    await open();
    await choose('JUF-5Q29');
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.trim()),
    );
    expect(rows).toEqual([
      ['Color', '#1F77B4', '#0B6E4F'],
      ['Description', 'empty', 'Linha 12, garagem norte'],
    ]);
  });

  it('leads to the one that goes before it, and to those that go after', async () => {
    await open();
    await choose('Tracker 131 to');
    expect(panelText()).toContain('Sent before this');
    await click('New vehicle ABC-1D23');
    expect(panelText()).toContain('Sent after this');
  });

  it('is gone through by keys', async () => {
    await open();
    const list = document.querySelector('[role=listbox]');
    if (!list) throw new Error('no list');
    await press('j');
    // The keys stand where they are seen, and where Enter opens.
    expect(document.activeElement).toBe(list);
    await press('j');
    await press('Enter', list);
    expect(panelText()).toContain('Change vehicle VGR-9C63');
    await press('ArrowUp', list);
    expect(panelText()).toContain('New vehicle QWE-4R56');
    await press('Escape');
    expect(region('Change')).toBeNull();
    expect(document.activeElement).toBe(list);
  });

  it('opens at the change that another screen names', async () => {
    await open({}, '/outbox?entry=entry-4');
    expect(panelText()).toContain('Change user Conceição Antunes');
    expect(panelText()).toContain('The record is no longer on the service');
  });
});

describe('recently deleted', () => {
  it('is created again, with a password for a user', async () => {
    const wrapper = await open();
    await click('Recently deleted');
    expect(wrapper.vm.$route.query['tab']).toBe('deleted');
    await click('User Bruno Salles');
    const text = textOnPage();
    expect(text).toContain('Can’t be restored');
    expect(text).toContain('LNK-2J88');
    expect(await axeFaults()).toEqual([]);
    await click('Create again…');
    await click('Create again', '[role=dialog] button');
    expect(textOnPage()).toContain('Enter a password for the user.');
    const recreate = vi.spyOn(useBridge().records, 'recreate');
    type('Password', 'correct horse');
    await settle();
    await click('Create again', '[role=dialog] button');
    expect(recreate).toHaveBeenCalledWith({
      deletedId: 'deleted-users',
      password: 'correct horse',
    });
    expect(textOnPage()).toContain('Created again');
  });

  it('is not created again by a user who may not create it, and says why', async () => {
    const refused = { resource: 'users', verb: 'create', key: null, at: 1 } as const;
    await open({ capabilities: { refused: [refused] } }, '/outbox?tab=deleted');
    await click('User Bruno Salles');
    const again = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent.trim().startsWith('Create again'),
    );
    expect(again?.getAttribute('aria-disabled')).toBe('true');
    expect(again?.textContent).toContain('You don’t have permission to create users.');
    again?.click();
    await settle();
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('is gone through by keys', async () => {
    await open({}, '/outbox?tab=deleted');
    await press('j');
    await press('j');
    expect(document.activeElement?.textContent).toContain('User Bruno Salles');
    await click('User Bruno Salles');
    await press('ArrowUp');
    expect(region('Deleted record')?.textContent).toContain('RTK-4F21');
    await press('Escape');
    expect(region('Deleted record')).toBeNull();
    expect(document.activeElement?.textContent).toContain('Vehicle RTK-4F21');
  });

  it('says so where nothing was deleted', async () => {
    await open({ outbox: [] }, '/outbox?tab=deleted');
    expect(textOnPage()).toContain('Nothing was deleted here');
  });

  it('is not said to be nothing while the store is closed, and is read once that opens', async () => {
    await open({ outbox: [] }, '/outbox?tab=deleted');
    const store = useStoreStore();
    store.state = { ...store.state, phase: 'locked' };
    await settle();
    expect(textOnPage()).not.toContain('Nothing was deleted here');
    expect(textOnPage()).toContain('The data on this computer can’t be read');
    const deleted = vi.spyOn(useBridge().records, 'deleted');
    store.state = { ...store.state, phase: 'open' };
    await settle();
    expect(deleted).toHaveBeenCalledOnce();
    expect(textOnPage()).toContain('Nothing was deleted here');
  });
});
