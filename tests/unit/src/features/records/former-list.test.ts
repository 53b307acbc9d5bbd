import { beforeEach, expect, it, vi } from 'vitest';
import type { FormerAssociation } from '@contract/associations';
import FormerList from '@/features/records/associations/FormerList.vue';
import { useBridge } from '@/bridge';
import { axeFaults, render, textOnPage } from '../../render';
import { layOut, now, settle } from './screen';

beforeEach(layOut);

const day = 86_400_000;
const former = (change: Partial<FormerAssociation>): FormerAssociation => ({
  ...{ key: 'asc000000000001', side: 'devices', createdAt: now - 9 * day, endedAt: now - day },
  ...{ vehicleKey: 'veh000000000001', vehicleLabel: 'ABC-1D23', isRemovedHere: false },
  ...{ otherKey: 'dev000000000001', otherLabel: 'Tracker 7', otherDetail: '356938035643809' },
  ...change,
});

async function open(view: 'vehicle' | 'other', answer: readonly FormerAssociation[]) {
  const props = { view, side: 'devices', recordKey: 'dev000000000002' };
  const wrapper = await render(FormerList, { office: {}, props });
  vi.spyOn(useBridge().associations, 'former').mockResolvedValue({ ok: true, data: [...answer] });
  await wrapper.setProps({ recordKey: 'dev000000000001' });
  await settle();
}

it('says what was removed, when, and whether this office did it', async () => {
  await open('other', [
    former({ isRemovedHere: true }),
    former({ key: 'asc000000000002', vehicleLabel: null, endedAt: null }),
  ]);
  expect(textOnPage()).toContain('Removed');
  expect(textOnPage()).toMatch(/ABC-1D23.*– .*removed here at \d/);
  // What nothing names is called by its id.
  expect(textOnPage()).toContain('veh000000000001');
  vi.useRealTimers();
  expect(await axeFaults()).toEqual([]);
});

it('seen from a vehicle it names the devices, with their IMEI', async () => {
  await open('vehicle', [former({})]);
  expect(textOnPage()).toContain('Tracker 7');
  expect(textOnPage()).toContain('356938035643809');
  expect(textOnPage()).not.toContain('removed here');
});

it('is not there where nothing was removed', async () => {
  await open('vehicle', []);
  expect(document.querySelector('.former')).toBeNull();
});
