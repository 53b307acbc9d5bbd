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
import { useBridge } from '@/bridge';
import { useValueNamesStore } from '@/app/stores/value-names-store';

const panel = () => region('Device details');

beforeEach(layOut);

it('a type of which the service shares the id alone is named here, and called so in the list too', async () => {
  const subject = { collection: 'devices', key: 'dev000000000003', label: '' } as const;
  const fields = { typeId: 'typ000000000001' };
  const at = '/devices?record=dev000000000003&columns=name,imei,typeId';
  await openScreen(pageOf('devices'), at, {
    outbox: [{ kind: 'update', subject, fields }],
    answeredWrites: 0,
  });
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

it('the list sorts and finds such types by the name given here', async () => {
  await openScreen(pageOf('devices'), '/devices?sort=typeId.up');
  const find = vi.spyOn(useBridge().records, 'find');
  const naming = { collection: 'devices', field: 'typeId', value: 'typ000000000001' } as const;
  await useValueNamesStore().give({ ...naming, name: 'Wired tracker' });
  await settle();
  expect(find.mock.lastCall?.[0].valueWords).toEqual({
    typeId: { typ000000000001: 'Wired tracker' },
  });
});
