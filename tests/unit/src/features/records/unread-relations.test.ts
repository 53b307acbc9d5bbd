import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReverseAssociations } from '@contract/associations';
import type { ErrorCode } from '@contract/errors';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import Users from '@/features/users/Page.vue';
import Vehicles from '@/features/vehicles/Page.vue';
import { axeFaults } from '../../render';
import { button, click, layOut, openScreen, region, settle } from './screen';

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

/** Opens the people of a vehicle whose list was never read, and that answers so when asked for. */
async function openUnread(code: ErrorCode | null): Promise<void> {
  const faults = code && { 'associations.refresh': { code, message: code } };
  await openScreen(Vehicles, '/vehicles?record=veh000000000005', faults ? { faults } : {});
  vi.spyOn(useBridge().associations, 'ofVehicle').mockResolvedValue({
    ok: true,
    data: { items: [], readAt: null },
  });
  if (code === 'offline') {
    const session = useSessionStore();
    session.state = { ...session.state, link: { ...session.state.link, state: 'offline' } };
  }
  await tab(vehicle(), 'Users');
}

/** Opens the vehicles of a user of which so much is known. */
async function openReach(known: Partial<ReverseAssociations>): Promise<void> {
  await openScreen(Users, '/users?record=usr000000000001');
  const whole = { items: [], checked: 40, of: 60, withheld: 0, minutesToComplete: 3 };
  vi.spyOn(useBridge().associations, 'ofOther').mockResolvedValue({
    ok: true,
    data: { ...whole, isCompleting: false, ...known },
  });
  await tab(user(), 'Vehicles');
}

beforeEach(layOut);

describe('people of a vehicle that were never listed', () => {
  it('that this user may not see are not said to be nobody', async () => {
    await openUnread('forbidden');
    expect(vehicle()?.textContent).toContain('Your user may not see the people of this vehicle');
    expect(vehicle()?.textContent).not.toContain('Nobody');
    await tab(vehicle(), 'Details');
    expect(vehicle()?.textContent).toContain('Plate');
    await tab(vehicle(), 'Users');
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('and that can not be listed now say why, not that there is nobody', async () => {
    await openUnread('service-error');
    expect(vehicle()?.textContent).toContain('Not listed yet');
    expect(vehicle()?.querySelector('[role=alert]')?.textContent).toContain('service');
    expect(vehicle()?.textContent).not.toContain('Nobody');
  });

  it('wait for the line', async () => {
    await openUnread('offline');
    expect(vehicle()?.textContent).toContain('The list is read as soon as');
    expect(vehicle()?.textContent).not.toContain('Nobody');
  });
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
