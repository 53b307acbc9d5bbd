import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { axeFaults, control } from '../../render';
import { choose } from './choose';
import {
  button,
  click,
  dialog,
  layOut,
  now,
  openScreen,
  pageOf,
  place,
  region,
  settle,
} from './screen';
import { send } from './vehicles-screen';

const panel = () => region('Vehicle details');
const idOf = (index: number) => `veh${String(index).padStart(12, '0')}`;
const open = (tab: string, index = 5, office?: OfficeOptions) =>
  openScreen(pageOf('vehicles'), `/vehicles?record=${idOf(index)}&tab=${tab}`, office);

/** The row of a device or person by its name. */
const rowOf = (name: string) =>
  [...(panel()?.querySelectorAll('.association') ?? [])].find(
    (row) => row.querySelector('.name')?.textContent === name,
  );

/** Swaps the main device for one that is on another vehicle, which the service refuses. */
async function swapForUsed(): Promise<void> {
  const { associations } = useBridge();
  const listed = await associations.ofVehicle({ vehicleKey: idOf(5), side: 'devices' });
  const key = listed.ok ? listed.data.items.find(({ isMain }) => isMain)?.key : undefined;
  if (key === undefined) throw new Error('The vehicle has no main device.');
  const swap = { vehicleKey: idOf(5), key, otherKey: 'dev000000000007' };
  const swapped = await associations.replaceDevice(swap);
  expect(swapped.ok).toBe(true);
  // It can be undone for ten seconds.
  await settle(11_000);
}

beforeEach(layOut);

describe('devices of a vehicle', () => {
  it('are listed with their age, the main one first among them, and axe finds no fault', async () => {
    await open('devices');
    expect(panel()?.textContent).toContain('Updated just now');
    const items = [...(panel()?.querySelectorAll('.association') ?? [])];
    expect(items.map((item) => item.textContent.includes('Main'))).toEqual([true, false]);
    expect(items[0]?.textContent).toMatch(/Tracker 105.*\d{15}/);
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('lead to the screen of devices', async () => {
    await open('devices');
    await click(panel()?.querySelector('.association .name') as Element);
    expect(place()).toBe('/devices?record=dev000000000005');
  });

  it('and people: a person leads to the screen of users', async () => {
    await open('users', 1);
    const person = panel()?.querySelector('.association .name');
    await click(person as Element);
    expect(place()).toMatch(/^\/users\?record=usr/);
  });

  it('with a long name are cut, the whole in the title', async () => {
    const name = 'Rastreador do caminhão-baú da frota de Sorocaba '.repeat(5).trim();
    const subject = {
      collection: 'devices',
      key: 'dev000000000005',
      label: 'Tracker 105',
    } as const;
    await open('devices', 5, { outbox: [{ kind: 'update', subject, fields: { name } }] });
    const device = panel()?.querySelector('.association .name');
    expect(device?.className).toContain('truncate');
    expect(device?.getAttribute('title')).toBe(name);
  });

  it('become the main one, marked until that was sent', async () => {
    await open('devices', 5, { answeredWrites: 0 });
    await click(button(panel(), 'Make Tracker 104 the main device'));
    const items = [...(panel()?.querySelectorAll('.association') ?? [])];
    expect(items.map((item) => item.textContent.includes('Main'))).toEqual([false, true]);
    expect(items[1]?.textContent).toContain('Being sent');
    await send();
    expect(panel()?.textContent).not.toMatch(/Being sent|Not sent yet|Needs attention/);
  });

  it('leave it, marked until they have left', async () => {
    await open('devices');
    await click(button(panel(), 'Remove Tracker 104 from the vehicle'));
    expect(dialog()?.textContent).toMatch(/Remove Tracker 104 from \S+\?.*keeps its other devices/);
    await click(button(dialog(), 'Remove'));
    expect(panel()?.textContent).toContain('Being removed');
    // It can be taken back where it stands, too.
    await click(button(panel(), 'Keep Tracker 104'));
    expect(panel()?.textContent).not.toContain('Being removed');
    await click(button(panel(), 'Remove Tracker 104 from the vehicle'));
    await click(button(dialog(), 'Remove'));
    await settle(11_000);
    await useBridge().outbox.sendNow();
    await settle();
    expect(rowOf('Tracker 104')).toBeUndefined();
    expect(panel()?.querySelector('.former')?.textContent).toContain('Tracker 104');
  });

  it('of a refused swap say why, and the old one can be kept', async () => {
    await open('devices');
    await swapForUsed();
    expect(panel()?.textContent).toContain('Tracker 107 is already on another vehicle.');
    const row = rowOf('Tracker 105');
    expect(row?.textContent).toContain('Keep');
    await click(button(panel(), 'Keep Tracker 105'));
    expect(row?.textContent).not.toContain('Keep');
  });

  it('of a refused swap lead to the change that was refused', async () => {
    const subject = { collection: 'vehicles', key: idOf(5), label: 'ABC' } as const;
    const other = { collection: 'devices', key: 'dev000000000005', label: 'Tracker 105' } as const;
    const error = { code: 'invalid-request', message: 'answered 400' } as const;
    const trouble = { kind: 'refused', error } as const;
    const entry = { kind: 'makeMain', side: 'devices', subject, other, fields: {} } as const;
    await open('devices', 5, { outbox: [{ ...entry, state: 'attention', trouble }] });
    const row = rowOf('Tracker 105');
    expect(row?.textContent).toContain('Refused by the service');
    await click(button(row ?? null, 'Open in outbox'));
    expect(place()).toBe('/outbox?entry=entry-1');
  });

  it('are not removed before it is said what follows: the vehicle leaves the map', async () => {
    await open('devices', 4);
    const remove = vi.spyOn(useBridge().associations, 'remove');
    await click(button(panel(), 'Remove Tracker 104 from the vehicle'));
    expect(dialog()?.textContent).toContain('leaves the map: it has no other device.');
    expect(dialog()?.textContent).toContain('You can undo this for ten seconds.');
    await click(button(dialog(), 'Cancel'));
    expect(remove).not.toHaveBeenCalled();
    expect(panel()?.textContent).toContain('Tracker 104');
  });

  it('say why they could not be kept', async () => {
    await open('devices');
    await click(button(panel(), 'Remove Tracker 104 from the vehicle'));
    await click(button(dialog(), 'Remove'));
    const error = { code: 'conflict', reason: 'entry-done', message: 'sent' } as const;
    vi.spyOn(useBridge().outbox, 'undo').mockResolvedValue({ ok: false, error });
    await click(button(panel(), 'Keep Tracker 104'));
    expect(panel()?.textContent).toContain('This change is already done or was discarded.');
  });

  it('that are the main one say so before they are removed', async () => {
    await open('devices');
    await click(button(panel(), 'Remove Tracker 105 from the vehicle'));
    expect(dialog()?.textContent).toContain('Tracker 105 is the main device of');
  });

  it('say in the choice that they are in use, and where', async () => {
    await open('devices');
    await click(button(panel(), 'Add a device'));
    const plate = /on [A-Z]{3}-\w{4}/;
    await choose('Device', 'Tracker 120');
    expect(panel()?.textContent).toMatch(/Already on [A-Z]{3}-\w{4}/);
    control('Device', '[role=combobox]').focus();
    await click(control('Device', '[role=combobox]'));
    const option = [...document.querySelectorAll('[role=option]')].find((each) =>
      each.textContent.includes('Tracker 121'),
    );
    expect(option?.textContent).toMatch(plate);
  });

  it('are sought in the store and put on it; those that are there are not offered', async () => {
    await open('devices', 5, { answeredWrites: 0 });
    const add = vi.spyOn(useBridge().associations, 'add');
    await click(button(panel(), 'Add a device'));
    expect(button(panel(), 'Add').disabled).toBe(true);
    await choose('Device', 'Tracker 120');
    await click(button(panel(), 'Add'));
    expect(add.mock.calls.map(([input]) => input)).toEqual([
      { vehicleKey: idOf(5), side: 'devices', otherKey: 'dev000000000020', isMain: false },
    ]);
    expect(panel()?.textContent).toContain('Tracker 120');
    expect(panel()?.textContent).toContain('Being sent');
  });

  it('that wait to be put on it are taken back where they are listed, without a question', async () => {
    const link = { state: 'offline', since: now, lastAnswerAt: now, error: null } as const;
    await open('devices', 5, { session: { link } });
    await click(button(panel(), 'Add a device'));
    await choose('Device', 'Tracker 120');
    await click(button(panel(), 'Add'));
    await click(button(panel(), 'Undo adding Tracker 120'));
    expect(dialog()).toBeNull();
    expect(rowOf('Tracker 120')).toBeUndefined();
    expect(useOutboxStore().entries).toEqual([]);
  });

  it('of a vehicle without any: the first one is the main one', async () => {
    await open('devices', 16);
    expect(panel()?.textContent).toContain('Without a device the vehicle has no position.');
    const add = vi.spyOn(useBridge().associations, 'add');
    await click(button(panel(), 'Add a device'));
    await choose('Device', 'Tracker 120');
    await click(button(panel(), 'Add'));
    expect(add.mock.calls.map(([input]) => input.isMain)).toEqual([true]);
  });

  it('that can’t be changed now stay, and the reason is told', async () => {
    await open('users', 1, {
      faults: {
        'associations.remove': { code: 'store-damaged', reason: 'disk-full', message: 'full' },
      },
    });
    const [name = ''] = [...(panel()?.querySelectorAll('.association .name') ?? [])].map((each) =>
      each.textContent.trim(),
    );
    await click(button(panel(), `Remove ${name} from the vehicle`));
    await click(button(dialog(), 'Remove'));
    expect(panel()?.textContent).toContain('The disk is full');
    expect(panel()?.textContent).toContain(name);
  });
});

describe('history and raw record', () => {
  it('tell what this office changed and what the service stored instead', async () => {
    await open('history', 5, {
      outbox: [
        {
          kind: 'update',
          subject: { collection: 'vehicles', key: idOf(5), label: 'JUF-5Q29' },
          fields: { plate: 'JUF-5Q30', color: '#FFF000' },
          base: { plate: 'JUF-5Q29', color: null },
          state: 'sent',
          holdUp: null,
          createdAt: Date.UTC(2026, 10, 25, 11, 0),
          sentAt: Date.UTC(2026, 10, 25, 11, 5),
          storedDifferently: [{ field: 'plate', sent: 'JUF-5Q30', stored: 'JUF5Q30' }],
        },
      ],
    });
    const text = panel()?.textContent ?? '';
    expect(text).toContain('Change vehicle JUF-5Q29');
    expect(text).toMatch(
      /Entered Nov 25, 2026, \d\d:00 · reached the service Nov 25, 2026, \d\d:05/,
    );
    expect(text.replace(/\s+/g, ' ')).toContain('JUF-5Q29 → JUF-5Q30');
    expect(text).toContain('Plate was stored as JUF5Q30, not as JUF-5Q30.');
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('say that there is nothing yet', async () => {
    await open('history');
    expect(panel()?.textContent).toContain('No changes made here');
  });

  it('show the record as it came, what could not be read of it, and copy it', async () => {
    await open('raw', 1);
    const copy = vi.spyOn(useBridge().app, 'copyText');
    expect(panel()?.textContent).toContain('attributes.year');
    await click(button(panel(), 'Copy'));
    expect(JSON.parse(copy.mock.calls[0]?.[0] ?? '')).toMatchObject({ id: idOf(1) });
    expect(button(panel(), 'Copied')).toBeTruthy();
  });
});
