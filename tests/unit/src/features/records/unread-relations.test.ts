import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Association, AssociationSide, ReverseAssociations } from '@contract/associations';
import type { ErrorCode } from '@contract/errors';
import { useBridge } from '@/bridge';
import { axeFaults, control } from '../../render';
import { button, click, dialog, layOut, now, openScreen, region, settle, pageOf } from './screen';
import { choose } from './choose';

const vehicle = () => region('Vehicle details');
const user = () => region('User details');

async function tab(within: Element | null, name: string): Promise<void> {
  const found = [...(within?.querySelectorAll('[role=tab]') ?? [])].find((each) =>
    each.textContent.includes(name),
  );
  if (!found) throw new Error(`No tab is named "${name}".`);
  found.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
  await click(found);
}

/** One that was made here and waits to be sent. */
function waiting(side: AssociationSide, change: Partial<Association> = {}): Association {
  return {
    key: 'local:aaaaaaaaaaaaaaaaaaaa1',
    vehicleKey: 'veh000000000005',
    side,
    otherKey: side === 'devices' ? 'dev000000000030' : 'usr000000000003',
    isMain: false,
    createdAt: null,
    vehicleLabel: 'JUF-5Q29',
    otherLabel: side === 'devices' ? 'Tracker 130' : 'Rafael Lima Duarte',
    otherDetail: null,
    mark: 'waiting',
    ...change,
  };
}

/**
 * Opens one side of a vehicle of which nothing but what waits here is known, since its list was
 * never read; asking for it is answered so.
 */
async function openUnread(
  code: ErrorCode | null,
  side: AssociationSide = 'users',
  items: Association[] = [],
): Promise<void> {
  const faults = code && { 'associations.refresh': { code, message: code } };
  const link = { state: 'offline', since: now, lastAnswerAt: now, error: null } as const;
  await openScreen(pageOf('vehicles'), '/vehicles?record=veh000000000005', {
    ...(faults && { faults }),
    ...(code === 'offline' && { session: { link } }),
  });
  vi.spyOn(useBridge().associations, 'ofVehicle').mockResolvedValue({
    ok: true,
    data: { items, readAt: null },
  });
  await tab(vehicle(), side === 'users' ? 'People' : 'Devices');
}

/** Opens the vehicles of a user of which so much is known. */
async function openReach(known: Partial<ReverseAssociations>): Promise<void> {
  await openScreen(pageOf('users'), '/users?record=usr000000000001');
  const whole = { items: [], checked: 40, of: 60, withheld: 0, minutesToComplete: 3 };
  vi.spyOn(useBridge().associations, 'ofOther').mockResolvedValue({
    ok: true,
    data: { ...whole, isNew: false, isCompleting: false, ...known },
  });
  await tab(user(), 'Vehicles');
}

beforeEach(layOut);

describe('people of a vehicle that were never listed', () => {
  it('that this user may not see are not said to be nobody', async () => {
    await openUnread('forbidden');
    expect(vehicle()?.textContent).toContain(
      'You don’t have permission to see the people of this vehicle',
    );
    expect(vehicle()?.textContent).not.toContain('Nobody');
    await tab(vehicle(), 'Details');
    expect(vehicle()?.textContent).toContain('Plate');
    await tab(vehicle(), 'People');
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('and that can not be listed now say why, not that there is nobody', async () => {
    await openUnread('service-error');
    expect(vehicle()?.textContent).toContain('Not loaded yet');
    expect(vehicle()?.querySelector('[role=alert]')?.textContent).toContain('service');
    expect(vehicle()?.textContent).not.toContain('Nobody');
  });

  it('wait for the line', async () => {
    await openUnread('offline');
    expect(vehicle()?.textContent).toContain('The list is loaded as soon as');
    expect(vehicle()?.textContent).not.toContain('Nobody');
  });
});

describe('what waits here for a vehicle whose list may not be seen', () => {
  it('does not hide that it may not, not even once more is added', async () => {
    await openUnread('forbidden', 'users', [waiting('users')]);
    const told = 'You don’t have permission to see the people of this vehicle';
    expect(vehicle()?.textContent).toContain(told);
    expect(vehicle()?.textContent).toMatch(/Rafael Lima Duarte.*Not sent yet/s);
    await click(button(vehicle(), 'Add a person'));
    await choose('Person', 'Ana Beatriz');
    await click(button(vehicle(), 'Add'));
    expect(vehicle()?.textContent).toContain(told);
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('is told of beside a change that could not be kept', async () => {
    await openUnread('forbidden', 'users', [waiting('users')]);
    vi.spyOn(useBridge().associations, 'remove').mockResolvedValue({
      ok: false,
      error: { code: 'store-damaged', reason: 'disk-full', message: 'full' },
    });
    await click(button(vehicle(), 'Remove Rafael Lima Duarte from the vehicle'));
    await click(button(dialog(), 'Remove'));
    expect(vehicle()?.querySelector('[role=alert]')?.textContent).toContain('The disk is full');
    expect(vehicle()?.textContent).toContain('You don’t have permission to see the people');
  });

  it.each([
    ['and is not the main device unless somebody says so', false],
    ['and is the main device where somebody says so', true],
  ])('%s', async (_, isMain) => {
    await openUnread('forbidden', 'devices', [waiting('devices')]);
    const add = vi.spyOn(useBridge().associations, 'add');
    await click(button(vehicle(), 'Add a device'));
    await choose('Device', 'Tracker 120');
    if (isMain) await click(control('As the main device', '[role=checkbox]'));
    await click(button(vehicle(), 'Add'));
    expect(add.mock.calls.map(([input]) => input.isMain)).toEqual([isMain]);
  });
});

it('a device added before it is known what is there is the main one only where it is said', async () => {
  await openScreen(pageOf('vehicles'), '/vehicles?record=veh000000000005');
  const { associations } = useBridge();
  vi.spyOn(associations, 'ofVehicle').mockReturnValue(new Promise(() => undefined));
  const add = vi.spyOn(associations, 'add');
  await tab(vehicle(), 'Devices');
  await click(button(vehicle(), 'Add a device'));
  await choose('Device', 'Tracker 120');
  await click(button(vehicle(), 'Add'));
  expect(add.mock.calls.map(([input]) => input.isMain)).toEqual([false]);
});

describe('vehicles of a user', () => {
  it('are not waited for where the service does not show them', async () => {
    await openReach({ withheld: 20, minutesToComplete: 0 });
    expect(user()?.textContent).toContain('Checked on 40 of 60 vehicles.');
    expect(user()?.textContent).toContain('The service does not show this for 20 vehicles.');
    expect(user()?.textContent).toContain('On none of the vehicles checked so far');
    expect(user()?.textContent).not.toContain('Check the others');
    expect(user()?.querySelector('progress')).toBeNull();
  });

  it('can be completed where others are left', async () => {
    await openReach({ withheld: 2 });
    expect(user()?.textContent).toContain('about 3 minutes');
    expect(button(user(), 'Check the others').disabled).toBe(false);
    await settle();
    expect(user()?.textContent).not.toContain('On no vehicle');
  });
});
