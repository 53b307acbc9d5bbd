import { beforeEach, expect, it } from 'vitest';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { useBridge } from '@/bridge';
import { textOnPage } from '../../render';
import { button, click, layOut, openScreen, pageOf, rows, settle } from './screen';

beforeEach(layOut);

async function tagSome(): Promise<string[]> {
  const bridge = useBridge();
  const query = { collection: 'vehicles', search: '', filters: [], withGone: false };
  const sort = [{ field: 'plate', direction: 'up' as const }];
  const found = await bridge.records.find({ ...query, sort });
  const keys = found.ok ? found.data.keys.slice(3, 5) : [];
  await useVehicleLabelsStore().change({
    ...{ kind: 'keep', label: { id: 'cold', kind: 'tag', name: 'Refrigerated', color: 'blue' } },
  });
  await useVehicleLabelsStore().change({ kind: 'assign', keys, add: ['cold'] });
  return keys;
}

it('the table of vehicles is narrowed by tags, by address as a saved view does', async () => {
  await openScreen(pageOf('vehicles'), '/vehicles?tags=cold');
  expect(await tagSome()).toHaveLength(2);
  await settle();
  expect(rows()).toHaveLength(2);
  expect(textOnPage()).toContain('Refrigerated');
});

it('several selected vehicles are given tags at once', async () => {
  await openScreen(pageOf('vehicles'), '/vehicles');
  await tagSome();
  const [first, second] = rows();
  for (const row of [first, second]) {
    row?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    await settle();
  }
  await click(button(document.body, 'Tags and group…'));
  await settle();
  expect(textOnPage()).toContain('Tags and group of 2 vehicles');
});

it.each([
  ['pinned', 1],
  ['notPinned', 59],
] as const)('the table of vehicles is narrowed by pins: %s', async (state, count) => {
  await openScreen(pageOf('vehicles'), `/vehicles?pinned=${state}`);
  const [first = ''] = await tagSome();
  await useVehicleLabelsStore().change({ kind: 'assign', keys: [first], isPinned: true });
  await settle();
  const found = document.querySelector('[role=grid]')?.getAttribute('aria-rowcount');
  expect(Number(found) - 1).toBe(count);
  expect(textOnPage()).toContain(state === 'pinned' ? 'Pinned' : 'Not pinned');
});
