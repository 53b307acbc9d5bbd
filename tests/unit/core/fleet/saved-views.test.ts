import { describe, expect, it, onTestFinished } from 'vitest';
import { VIEWS_AT_MOST, type SavedView, type SavedViews } from '@contract/views';
import { ViewKeeper } from '@core/fleet/saved-views';
import { openInlineStore } from '@adapters/store/inline-store';

const nothing: SavedViews = { views: [], defaultId: null };
const view: SavedView = {
  id: 'view-1',
  name: 'Ônibus 🚌',
  content: {
    search: 'são',
    sort: [{ field: 'year', direction: 'down' }],
    filters: { type: ['bus', ''], createdAt: ['last.7'] },
    isUnsent: true,
    withGone: false,
    look: { widths: { plate: 200 }, shown: ['batch'], hidden: [], order: [] },
  },
};
const other: SavedView = { ...view, id: 'view-2', name: 'Vans' };
const keeper = new ViewKeeper();

async function openStore(value: string | null = null) {
  const store = await openInlineStore(null, '');
  onTestFinished(() => store.close());
  await store.commit([{ kind: 'note', name: 'views.vehicles', value }]);
  return store;
}

describe('saved views', () => {
  it('are none at first, and come back as they were kept, each list its own', async () => {
    const store = await openStore();
    expect(await keeper.read(store, 'vehicles')).toEqual(nothing);
    await keeper.change(store, 'vehicles', { kind: 'keep', view });
    await keeper.change(store, 'vehicles', { kind: 'default', id: 'view-1' });
    expect(await keeper.read(store, 'vehicles')).toEqual({ views: [view], defaultId: 'view-1' });
    expect(await keeper.read(store, 'users')).toEqual(nothing);
    const after = await keeper.change(store, 'vehicles', { kind: 'delete', id: 'view-1' });
    expect(after).toEqual(nothing);
    expect(await store.note('views.vehicles')).toBeNull();
  });

  it('are changed one by one: what is not named stays, of two changes at once as well', async () => {
    const store = await openStore();
    const renamed = { ...view, name: 'Buses' };
    await Promise.all([
      keeper.change(store, 'vehicles', { kind: 'keep', view }),
      keeper.change(store, 'vehicles', { kind: 'keep', view: other }),
      keeper.change(store, 'vehicles', { kind: 'keep', view: renamed }),
    ]);
    expect((await keeper.read(store, 'vehicles')).views).toEqual([renamed, other]);
  });

  it('come back to their place, as the default where no other took it', async () => {
    const store = await openStore(JSON.stringify({ views: [view, other], defaultId: 'view-1' }));
    await keeper.change(store, 'vehicles', { kind: 'delete', id: 'view-1' });
    const restore = { kind: 'restore', view, at: 0, isDefault: true } as const;
    const back = await keeper.change(store, 'vehicles', restore);
    expect(back).toEqual({ views: [view, other], defaultId: 'view-1' });
    await keeper.change(store, 'vehicles', { kind: 'delete', id: 'view-1' });
    await keeper.change(store, 'vehicles', { kind: 'default', id: 'view-2' });
    const again = await keeper.change(store, 'vehicles', restore);
    expect(again).toEqual({ views: [view, other], defaultId: 'view-2' });
  });

  it('take no more than a list keeps', async () => {
    const views = Array.from({ length: VIEWS_AT_MOST }, (_, at) => ({
      ...view,
      id: `view-${String(at)}`,
    }));
    const store = await openStore(JSON.stringify({ views, defaultId: null }));
    await expect(
      keeper.change(store, 'vehicles', { kind: 'keep', view: { ...view, id: 'one-more' } }),
    ).rejects.toMatchObject({ error: { code: 'invalid-request' } });
    expect((await keeper.read(store, 'vehicles')).views).toEqual(views);
  });

  it.each(['{', '{"views":3}', '[]'])('that can’t be read are none: %s', async (value) => {
    expect(await keeper.read(await openStore(value), 'vehicles')).toEqual(nothing);
  });

  it.each(['{', '[1]'])('stay as they are where none can be read: %s', async (value) => {
    const store = await openStore(value);
    await keeper.change(store, 'vehicles', { kind: 'keep', view });
    const kept = JSON.parse((await store.note('views.vehicles')) ?? '') as unknown;
    expect(kept).toEqual({ views: [view], defaultId: null, unread: [value] });
  });

  it('of which one can’t be read are there but for that one, and no change loses it', async () => {
    const later = { ...other, content: { ...other.content, search: 3, shape: 'map' } };
    const store = await openStore(JSON.stringify({ views: [later, view], defaultId: 'view-1' }));
    expect(await keeper.read(store, 'vehicles')).toEqual({ views: [view], defaultId: 'view-1' });
    await keeper.change(store, 'vehicles', { kind: 'delete', id: 'view-1' });
    await keeper.change(store, 'vehicles', { kind: 'keep', view });
    const note = JSON.parse((await store.note('views.vehicles')) ?? '') as unknown;
    expect(note).toEqual({ views: [view], defaultId: null, unread: [later] });
  });
});
