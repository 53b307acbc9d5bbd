import { beforeEach, expect, it, vi } from 'vitest';
import {
  button,
  click,
  dialog,
  layOut,
  openScreen,
  pageOf,
  region,
  settle,
  typeIn,
} from './screen';
import { axeFaults } from '../../render';
import { useValueNamesStore } from '@/app/stores/value-names-store';

const panel = () => region('Device details');

beforeEach(layOut);

it('a type of which the service shares the id alone is named here, and called so in the list too', async () => {
  const subject = { collection: 'devices', key: 'dev000000000003', label: '' } as const;
  const fields = { typeId: 'typ000000000001' };
  const at = '/devices?record=dev000000000003&columns=name,imei,typeId';
  await openScreen(pageOf('devices'), at, { outbox: [{ kind: 'update', subject, fields }] });
  await click(button(panel(), 'Name this type'));
  expect(dialog()?.textContent).toContain('typ000000000001');
  await typeIn(dialog(), 'Name', 'Wired tracker');
  await click(button(dialog(), 'Save'));
  await settle();
  expect(panel()?.textContent).toContain('Named on this computer; its id is typ000000000001.');
  const [type] = [...(panel()?.querySelectorAll('input') ?? [])].filter(
    ({ value }) => value === 'Wired tracker',
  );
  expect(type).toBeDefined();
  expect(useValueNamesStore().nameOf('devices', 'typeId', 'typ000000000001')).toBe('Wired tracker');
  vi.useRealTimers();
  expect(await axeFaults()).toEqual([]);
});
