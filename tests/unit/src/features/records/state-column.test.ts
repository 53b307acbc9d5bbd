import { beforeEach, expect, it, vi } from 'vitest';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import { plateOf } from '../../../../mocked-main/office/records';
import { textOnPage } from '../../render';
import { layOut, openScreen, pageOf, settle } from './screen';
import { idOf, open, send } from './vehicles-screen';

beforeEach(layOut);

/** An office without a vehicle of which there would be a state to tell. */
const plain = { vehicles: 12 };

/** Whether the table has the column. */
function isThere(): boolean {
  const heads = [...document.querySelectorAll('[role=columnheader]')];
  return heads.some(({ textContent }) => textContent.trim() === 'Record status');
}

/** Waits, at the screen's pace, for the column to go: what was sent is first kept on the disk. */
async function goes(): Promise<void> {
  await vi.waitFor(async () => {
    await settle(4000);
    expect(isThere()).toBe(false);
  });
}

it('comes once there is a state to tell, and goes a while after no row has one', async () => {
  await open('/vehicles', { ...plain, answeredWrites: 0 });
  expect(isThere()).toBe(false);
  const change = { collection: 'vehicles', key: idOf(3), fields: { code: 'X-1' } } as const;
  await useBridge().records.update(change);
  await settle();
  expect(isThere()).toBe(true);
  expect(textOnPage()).toContain('Being sent');
  await send();
  // Otherwise it would come and go with each change that is sent.
  expect(isThere()).toBe(true);
  await goes();
});

it('goes once a new record is sent, which has another key from then on', async () => {
  await open('/vehicles', { ...plain, answeredWrites: 0 });
  const fields = { plate: 'QZX1A23', typeName: 'car' };
  await useBridge().records.create({ collection: 'vehicles', fields });
  await settle();
  expect(isThere()).toBe(true);
  await send();
  await goes();
  expect(textOnPage()).toContain('QZX1A23');
});

it('goes after the only delete was undone', async () => {
  await open('/vehicles', plain);
  const one = { collection: 'vehicles' as const, keys: [idOf(3)], confirmation: plateOf(3) };
  const answer = await useBridge().records.delete(one);
  await settle();
  expect(isThere()).toBe(true);
  if (answer.ok) await useBridge().outbox.undo(answer.data.entryIds[0] ?? '');
  await goes();
});

it('is there where a user is deactivated', async () => {
  await openScreen(pageOf('users'), '/users');
  expect(isThere()).toBe(true);
  expect(textOnPage()).toContain('Deactivated');
});

it('is there for whoever sorts by it', async () => {
  await open('/vehicles?sort=mark.up', plain);
  expect(isThere()).toBe(true);
});

it('is there, or not, as a person chose', async () => {
  await open('/vehicles', plain);
  const look = { widths: {}, shown: ['mark'], hidden: [], order: [] };
  await useSettingsStore().update({ tables: { vehicles: look } });
  await settle();
  expect(isThere()).toBe(true);
  await useSettingsStore().update({
    tables: { vehicles: { ...look, hidden: ['mark'], shown: [] } },
  });
  await settle();
  expect(isThere()).toBe(false);
});
