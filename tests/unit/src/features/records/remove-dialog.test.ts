import { expect, it } from 'vitest';
import type { Association } from '@contract/associations';
import RemoveDialog from '@/features/records/associations/RemoveDialog.vue';
import { render, textOnPage } from '../../render';

const association: Association = {
  key: 'asc000000000001',
  vehicleKey: 'veh000000000001',
  side: 'devices',
  otherKey: 'dev000000000001',
  vehicleLabel: 'ABC-1D23',
  otherLabel: 'Tracker 1',
  otherDetail: null,
  isMain: false,
  createdAt: null,
  mark: 'none',
};

it.each([
  [null, 'If ABC-1D23 has no other device, it leaves the map.'],
  [[], 'ABC-1D23 leaves the map: it has no other device.'],
  [[{ ...association, key: 'asc000000000002' }], 'ABC-1D23 keeps its other devices.'],
])('a removal promises no other device that nobody knows of: %o', async (others, sentence) => {
  await render(RemoveDialog, { props: { association, others } });
  expect(textOnPage()).toContain(sentence);
});
