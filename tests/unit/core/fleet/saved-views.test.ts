import { describe, expect, it, onTestFinished } from 'vitest';
import type { SavedViews } from '@contract/views';
import { keepSavedViews, readSavedViews } from '@core/fleet/saved-views';
import { openInlineStore } from '@adapters/store/inline-store';

const nothing: SavedViews = { views: [], defaultId: null };
const saved: SavedViews = {
  views: [
    {
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
    },
  ],
  defaultId: 'view-1',
};

async function openStore() {
  const store = await openInlineStore(null, '');
  onTestFinished(() => store.close());
  return store;
}

describe('saved views', () => {
  it('are none at first, and come back as they were kept, each list its own', async () => {
    const store = await openStore();
    expect(await readSavedViews(store, 'vehicles')).toEqual(nothing);
    await keepSavedViews(store, 'vehicles', saved);
    expect(await readSavedViews(store, 'vehicles')).toEqual(saved);
    expect(await readSavedViews(store, 'users')).toEqual(nothing);
    await keepSavedViews(store, 'vehicles', nothing);
    expect(await store.note('views.vehicles')).toBeNull();
  });

  it.each(['{', '{"views":3}', '[]'])('that can’t be read are none: %s', async (value) => {
    const store = await openStore();
    await store.commit([{ kind: 'note', name: 'views.vehicles', value }]);
    expect(await readSavedViews(store, 'vehicles')).toEqual(nothing);
  });
});
