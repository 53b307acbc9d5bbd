import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { pressKey } from '@/app/shortcuts';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useStoreStore } from '@/app/stores/store-store';
import { useBridge } from '@/bridge';
import type { FakeOptions } from '@/bridge/fake';
import { fakeConnections, fakeSession } from '@/bridge/fake/office';
import Page from '@/features/outbox/Page.vue';
import { giveLayout } from '../../layout';
import { axeFaults, control, render, textOnPage, type } from '../../render';

const now = Date.UTC(2026, 10, 25, 17, 2, 31);
const [office] = fakeConnections(now);
if (!office) throw new Error('no connection');
const offline = {
  ...fakeSession(office, now),
  link: {
    state: 'offline',
    since: now - 240_000,
    lastAnswerAt: now - 250_000,
    error: { code: 'offline', message: 'ENETUNREACH' },
  },
} as const;

async function open(fake: FakeOptions = {}, at = '/outbox'): Promise<VueWrapper> {
  const wrapper = await render(Page, {
    at,
    fake: { now: () => now, outbox: 'every-state', ...fake },
  });
  await useStoreStore().start();
  window.addEventListener('keydown', pressKey);
  await settle();
  return wrapper;
}

async function settle(): Promise<void> {
  await flushPromises();
  await nextTick();
  await flushPromises();
}

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const option = (words: string) => {
  const found = options().find((each) => each.textContent.includes(words));
  if (!found) throw new Error(`No change says "${words}".`);
  return found;
};
const region = (name: string) =>
  document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
const panelText = () => region('Change')?.textContent.replace(/\s+/g, ' ') ?? '';

async function choose(words: string): Promise<void> {
  option(words).click();
  await settle();
}

async function click(name: string, kind?: string): Promise<void> {
  control(name, kind).click();
  await settle();
}

async function press(key: string, target: Element = document.body): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await settle();
}

/** What is queued in the fake main, by id. */
async function queued() {
  const answer = await useBridge().events.subscribe('outbox');
  const snapshot = answer.ok ? (answer.data.snapshot as { entries: { id: string }[] }) : null;
  return snapshot?.entries.map(({ id }) => id) ?? [];
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(now);
  const takeLayout = giveLayout(900, 900);
  return () => {
    window.removeEventListener('keydown', pressKey);
    takeLayout();
    vi.useRealTimers();
  };
});

describe('the outbox', () => {
  it('says what waits, why and since when, and has no fault that axe finds', async () => {
    await open();
    expect(region('Outbox')).not.toBeNull();
    const text = textOnPage();
    expect(text).toContain('6 need attention · 6 waiting');
    expect(option('New vehicle QWE-4R56').textContent).toContain('Refused by the service');
    expect(option('New vehicle ABC-1D23').textContent).toContain('Next attempt in 40s');
    expect(option('New vehicle ABC-1D23').textContent).toContain('12m ago');
    expect(option('Tracker 131 onto').textContent).toContain('After: new vehicle ABC-1D23');
    expect(option('Change of vehicle JUF-5Q29: colour, description').textContent).toContain(
      'In line',
    );
    expect(option('Deletion of vehicle BMX-5I29').textContent).toContain('You can undo for 10s');
    expect(await axeFaults()).toEqual([]);
  });

  it('tells why nothing goes out', async () => {
    await open({ session: offline });
    expect(option('New vehicle ABC-1D23').textContent).toContain('Offline since 13:58');
    expect(option('Tracker 131 onto').textContent).toContain('After: new vehicle');
  });

  it('can send nothing while a person works offline', async () => {
    await open({ settings: { workOffline: true } });
    expect(option('JUF-5Q29').textContent).toContain('You are working offline');
    expect(() => control('Send now')).toThrow();
    await useSettingsStore().update({ workOffline: false });
    await settle();
    expect(option('JUF-5Q29').textContent).toContain('In line');
    expect(control('Send now')).toBeDefined();
  });

  it('is paused and goes on', async () => {
    await open();
    await click('Pause sending');
    expect(option('JUF-5Q29').textContent).toContain('Sending is paused');
    expect(control('Send now')).toHaveProperty('disabled', true);
    await click('Go on sending');
    expect(option('JUF-5Q29').textContent).toContain('In line');
    await click('Send now');
    expect(option('ABC-1D23').textContent).toContain('Being sent');
  });

  it('says so where nothing waits, and where nobody can know', async () => {
    await open({ outbox: [] });
    expect(textOnPage()).toContain('Nothing waits');
    expect(textOnPage()).toContain('Everything is sent');
  });

  it('does not claim that all is sent while the data are closed', async () => {
    await open({ outbox: [], store: { phase: 'locked' } });
    expect(textOnPage()).toContain('The outbox can’t be read at the moment');
    expect(textOnPage()).not.toContain('Everything is sent');
  });

  it('shows fields before and after', async () => {
    await open();
    await choose('JUF-5Q29');
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.trim()),
    );
    expect(rows).toEqual([
      ['Colour', '#1F77B4', '#0B6E4F'],
      ['Description', 'empty', 'Linha 12, garagem norte'],
    ]);
  });

  it('leads to the one that goes before it, and to those that go after', async () => {
    await open();
    await choose('Tracker 131 onto');
    expect(panelText()).toContain('What goes before it');
    await click('New vehicle ABC-1D23');
    expect(panelText()).toContain('What goes after it');
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
    expect(panelText()).toContain('Change of vehicle VGR-9C63');
    await press('ArrowUp', list);
    expect(panelText()).toContain('New vehicle QWE-4R56');
    await press('Escape');
    expect(region('Change')).toBeNull();
    expect(document.activeElement).toBe(list);
  });

  it('opens at the change that another screen names', async () => {
    await open({}, '/outbox?entry=entry-4');
    expect(panelText()).toContain('Change of user Otávio Reis');
    expect(panelText()).toContain('The record is no longer at the service');
  });
});

describe('a refused change', () => {
  it('shows the service’s words at the fields as text and is sent again', async () => {
    await open();
    await choose('QWE-4R56');
    const text = panelText();
    expect(text).toContain('The service says: Validation failed');
    expect(text).toContain('year must not be greater than 2027');
    expect(text).toContain('<script>alert(1)</script>');
    expect(document.querySelector('main script, section script')).toBeNull();
    expect(await axeFaults()).toEqual([]);

    const correct = vi.spyOn(useBridge().outbox, 'correct');
    type('Year', '2027');
    type('VIN', '9BSR6X40003712346');
    await settle();
    expect(panelText()).not.toContain('must not be greater');
    await click('Correct and send again');
    expect(correct.mock.calls[0]?.[0]).toMatchObject({
      entryId: 'entry-1',
      fields: { plate: 'QWE-4R56', year: '2027', vin: '9BSR6X40003712346' },
    });
    expect(option('QWE-4R56').textContent).toContain('In line');
    // The form is gone; who works by keys goes on at the change.
    expect(document.activeElement?.textContent).toBe('New vehicle QWE-4R56');
  });

  it('keeps what was typed while another change is looked at', async () => {
    await open();
    await choose('QWE-4R56');
    type('Year', '2026');
    await choose('Helena');
    await choose('QWE-4R56');
    expect(control('Year', 'input')).toHaveProperty('value', '2026');
  });

  it('is not sent without what a record can’t be without', async () => {
    await open();
    await choose('QWE-4R56');
    const correct = vi.spyOn(useBridge().outbox, 'correct');
    type('Plate', '');
    await settle();
    await click('Correct and send again');
    expect(correct).not.toHaveBeenCalled();
  });

  it('says why it could not be sent again', async () => {
    await open({
      faults: {
        'outbox.correct': { code: 'store-damaged', reason: 'disk-full', message: 'SQLITE_FULL' },
      },
    });
    await choose('QWE-4R56');
    type('Year', '2027');
    await settle();
    await click('Correct and send again');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('The disk is full');
    expect(control('Year', 'input')).toHaveProperty('value', '2027');
  });
});

describe('a conflict', () => {
  const radios = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=radio]')].filter((each) =>
      each.closest('label')?.textContent.includes(name),
    );

  async function openConflict() {
    await open();
    await choose('VGR-9C63');
    return vi.spyOn(useBridge().outbox, 'resolve');
  }

  it('stands side by side and waits for every choice', async () => {
    const resolve = await openConflict();
    const text = panelText();
    expect(text).toContain('When you changed it');
    expect(text).toContain('Em manutenção até 30/11');
    expect(text).toContain('Baú novo');
    expect(text).toContain('Your other fields are kept and sent along: code.');
    expect(await axeFaults()).toEqual([]);
    await click('Save and send');
    expect(resolve).not.toHaveBeenCalled();
    expect(panelText()).toContain('2 fields to choose');
    expect(panelText()).toContain('Choose one');
  });

  it('is settled field by field', async () => {
    const resolve = await openConflict();
    radios('At the service now')[0]?.click();
    await settle();
    radios('Another value')[1]?.click();
    await settle();
    type('Colour', '#123456');
    await settle();
    await click('Save and send');
    expect(resolve).toHaveBeenCalledWith({
      entryId: 'entry-2',
      fields: {
        description: 'Em manutenção até 30/11 — pastilhas e alinhamento; liberar só com o Rafael',
        color: '#123456',
      },
    });
  });

  it('is settled at once for one side', async () => {
    const resolve = await openConflict();
    await click('All yours');
    await click('Save and send');
    expect(resolve).toHaveBeenCalledWith({
      entryId: 'entry-2',
      fields: { description: 'Baú novo, revisado em novembro', color: '#FFFFFF' },
    });
  });
});

describe('what is settled while nothing is sent', () => {
  const ways: [string, FakeOptions][] = [
    ['without a line', { session: offline }],
    ['working offline', { settings: { workOffline: true } }],
  ];

  it.each(ways)('%s is said to be sent later', async (_, fake) => {
    await open(fake);
    await choose('VGR-9C63');
    expect(control('Save; it is sent later')).toBeDefined();
    await choose('QWE-4R56');
    expect(control('Correct; it is sent later')).toBeDefined();
    expect(() => control('Correct and send again')).toThrow();
  });

  it('is said to be sent later while sending is paused, and sent once it goes on', async () => {
    await open();
    await choose('VGR-9C63');
    await useBridge().outbox.pause(true);
    await settle();
    expect(control('Save; it is sent later')).toBeDefined();
    await useBridge().outbox.pause(false);
    await settle();
    expect(control('Save and send')).toBeDefined();
  });
});

describe('a change that nobody knows about', () => {
  it('is decided by the person', async () => {
    await open();
    await choose('Helena');
    expect(panelText()).toContain('sent twice it could be applied twice');
    await click('It was applied');
    expect(await queued()).not.toContain('entry-3');
  });

  it('deletes what was changed only when told to', async () => {
    await open();
    await choose('LWH-7S41');
    expect(panelText()).toContain('Reservado para a filial norte');
    expect(panelText()).toContain('Rafael Lima Duarte');
    await click('Keep the record');
    expect(await queued()).not.toContain('entry-5');
  });
});

describe('discarding', () => {
  it('says what goes too', async () => {
    await open();
    await choose('New vehicle ABC-1D23');
    await click('Discard…');
    expect(textOnPage()).toContain('1 change depends on it and goes too');
    await click('Discard 2 changes');
    expect(textOnPage()).not.toContain('ABC-1D23');
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('takes back a held delete instead', async () => {
    await open();
    await choose('BMX-5I29');
    expect(() => control('Discard…')).toThrow();
    await click('Undo');
    expect(textOnPage()).not.toContain('BMX-5I29');
  });
});

describe('recently deleted', () => {
  it('is created anew, with a password for a user', async () => {
    const wrapper = await open();
    await click('Recently deleted');
    expect(wrapper.vm.$route.query['tab']).toBe('deleted');
    await click('User Bruno Salles');
    const text = textOnPage();
    expect(text).toContain('Can’t come back');
    expect(text).toContain('LNK-2J88');
    expect(await axeFaults()).toEqual([]);
    await click('Create anew…');
    await click('Create anew', '[role=dialog] button');
    expect(textOnPage()).toContain('Enter a password for the user.');
    const recreate = vi.spyOn(useBridge().records, 'recreate');
    type('Password', 'correct horse');
    await settle();
    await click('Create anew', '[role=dialog] button');
    expect(recreate).toHaveBeenCalledWith({ deletedId: 'deleted-user', password: 'correct horse' });
    expect(textOnPage()).toContain('Created anew');
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
});
