import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LABELS_AT_MOST, type Label, type VehicleLabels } from '@contract/vehicle-labels';
import { RecordNews } from '@core/fleet/record-news';
import { LABELS_NOTE } from '@core/fleet/label-notes';
import { VehicleLabelKeeper } from '@core/fleet/vehicle-label-keeper';
import type { Store } from '@core/ports/store';
import { openInlineStore } from '@adapters/store/inline-store';

const cold: Label = { id: 'cold', kind: 'tag', name: 'Refrigerated', color: 'blue' };
const vehicle = 'veh000000000001';
const made = 'local:abcdefghijklmnopqrstuv';

async function openStore(value: string | null = null): Promise<Store> {
  const store = await openInlineStore(null, '');
  onTestFinished(() => store.close());
  await store.commit([{ kind: 'note', name: LABELS_NOTE, value }]);
  return store;
}

function keeperOf(store: Store) {
  const news = new RecordNews();
  const onChange = vi.fn<(labels: VehicleLabels, keys: readonly string[]) => void>();
  const onFault = vi.fn();
  const keeper = new VehicleLabelKeeper({ store, news, onChange, onFault });
  onTestFinished(() => {
    keeper.stop();
    expect(onFault).not.toHaveBeenCalled();
  });
  return { keeper, news, onChange };
}

describe('tags, groups and pins of an office', () => {
  it('survive a restart, and pinned vehicles are told as soon as they are read', async () => {
    const store = await openStore();
    const { keeper } = keeperOf(store);
    await keeper.change({ kind: 'keep', label: cold });
    const kept = await keeper.change({
      ...{ kind: 'assign', keys: [vehicle], add: ['cold'], isPinned: true },
    });
    const next = keeperOf(store);
    await next.keeper.start();
    expect(next.keeper.known()).toEqual(kept);
    expect(next.onChange).toHaveBeenCalledWith(kept, [vehicle]);
  });

  it('survive that what came from the service is erased', async () => {
    const store = await openStore();
    const { keeper } = keeperOf(store);
    await keeper.change({ kind: 'keep', label: cold });
    await store.eraseCached();
    expect((await keeperOf(store).keeper.read()).labels).toEqual([cold]);
  });

  it('are changed one by one, of several changes at once as well', async () => {
    const store = await openStore();
    const { keeper } = keeperOf(store);
    await Promise.all([
      keeper.change({ kind: 'keep', label: cold }),
      keeper.change({ kind: 'assign', keys: [vehicle], add: ['cold'] }),
      keeper.change({ kind: 'assign', keys: [vehicle], isPinned: true }),
    ]);
    expect((await keeper.read()).vehicles).toEqual({
      [vehicle]: { tags: ['cold'], group: null, isPinned: true },
    });
  });

  it('follow a vehicle that the service names', async () => {
    const { keeper, news } = keeperOf(await openStore());
    await keeper.start();
    await keeper.change({ kind: 'assign', keys: [made], isPinned: true });
    news.publish({ kind: 'renamed', collection: 'vehicles', from: made, to: vehicle });
    expect(Object.keys((await keeper.read()).vehicles)).toEqual([vehicle]);
  });

  it('of a vehicle that the service named in an earlier run don’t come back after they were removed', async () => {
    const store = await openStore();
    await keeperOf(store).keeper.change({ kind: 'assign', keys: [made], isPinned: true });
    vi.spyOn(store, 'currentKey').mockImplementation((key) =>
      Promise.resolve(key === made ? vehicle : key),
    );
    const { keeper } = keeperOf(store);
    expect(Object.keys((await keeper.read()).vehicles)).toEqual([vehicle]);
    await keeper.change({ kind: 'assign', keys: [vehicle], isPinned: false });
    expect((await keeperOf(store).keeper.read()).vehicles).toEqual({});
  });

  it('refuse a name that another tag has, and more than 500', async () => {
    const { keeper } = keeperOf(await openStore());
    await keeper.change({ kind: 'keep', label: cold });
    const twin = { ...cold, id: 'twin', name: 'REFRIGERATED' };
    await expect(keeper.change({ kind: 'keep', label: twin })).rejects.toMatchObject({
      error: { code: 'invalid-request' },
    });
    const labels = Array.from({ length: LABELS_AT_MOST }, (_, index) => ({
      ...{ ...cold, id: `tag-${index}`, name: `Tag ${index}` },
    }));
    const full = keeperOf(await openStore(JSON.stringify({ labels, vehicles: {} }))).keeper;
    await expect(full.change({ kind: 'keep', label: cold })).rejects.toMatchObject({
      error: { code: 'invalid-request' },
    });
    // One that is there can still be renamed.
    const [first = cold] = labels;
    const renamed = await full.change({ kind: 'keep', label: { ...first, name: 'Frozen' } });
    expect(renamed.labels[0]?.name).toBe('Frozen');
  });

  it('are read as far as they can be', async () => {
    const note = {
      labels: [cold, { id: 'x', kind: 'shape' }],
      vehicles: {
        [vehicle]: { tags: ['cold', 'x'], group: 'cold', isPinned: true },
        veh000000000002: 'broken',
      },
    };
    expect(await keeperOf(await openStore(JSON.stringify(note))).keeper.read()).toEqual({
      labels: [cold],
      vehicles: { [vehicle]: { tags: ['cold'], group: null, isPinned: true } },
    });
    expect(await keeperOf(await openStore('{')).keeper.read()).toEqual({
      labels: [],
      vehicles: {},
    });
  });

  it('of 10,000 vehicles are changed by writing a small part of them, and read whole again', async () => {
    const store = await openStore();
    const { keeper } = keeperOf(store);
    await keeper.change({ kind: 'keep', label: cold });
    const keys = Array.from(
      { length: 10_000 },
      (_, index) => `veh${String(index).padStart(12, '0')}`,
    );
    await keeper.change({ kind: 'assign', keys, add: ['cold'] });
    const commit = vi.spyOn(store, 'commit');
    const pinned = keys[4_711] ?? '';
    const kept = await keeper.change({ kind: 'assign', keys: [pinned], isPinned: true });
    const [[changes = []] = []] = commit.mock.calls;
    expect(changes).toHaveLength(1);
    expect(JSON.stringify(changes).length).toBeLessThan(40_000);
    expect(await keeperOf(store).keeper.read()).toEqual(kept);
    expect(Object.keys(kept.vehicles)).toHaveLength(10_000);
  });

  it('that an earlier version kept in one note stay, and are in several from the next change on', async () => {
    const vehicles = { [vehicle]: { tags: ['cold'], group: null, isPinned: true } };
    const store = await openStore(JSON.stringify({ labels: [cold], vehicles }));
    const { keeper } = keeperOf(store);
    expect((await keeper.read()).vehicles).toEqual(vehicles);
    await keeper.change({ kind: 'assign', keys: ['veh000000000002'], add: ['cold'] });
    expect(await store.note(LABELS_NOTE)).not.toContain(vehicle);
    expect(Object.keys((await keeperOf(store).keeper.read()).vehicles).sort()).toEqual([
      ...[vehicle, 'veh000000000002'],
    ]);
    await keeper.change({ kind: 'delete', id: 'cold' });
    expect((await keeperOf(store).keeper.read()).vehicles).toEqual({
      [vehicle]: { tags: [], group: null, isPinned: true },
    });
  });

  it('tell lists which vehicles look different: all that have a renamed tag', async () => {
    const { keeper, onChange } = keeperOf(await openStore());
    await keeper.change({ kind: 'keep', label: cold });
    await keeper.change({ kind: 'assign', keys: [vehicle], add: ['cold'] });
    await keeper.change({ kind: 'assign', keys: ['veh000000000002'], isPinned: true });
    await keeper.change({ kind: 'keep', label: { ...cold, name: 'Frozen' } });
    expect(onChange.mock.lastCall?.[1]).toEqual([vehicle]);
  });
});
