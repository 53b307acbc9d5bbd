import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import type { SavedViews, ViewChange } from '@contract/views';
import { useBridge } from '@/bridge';
import { control, textOnPage, type } from '../../render';
import { button, click, layOut, openScreen, pageOf, place, press, rows, settle } from './screen';

beforeEach(layOut);

const look = { widths: {}, shown: ['batch', 'typeName'], hidden: ['year'], order: [] };
const plain = { search: '', sort: [], filters: {}, isUnsent: false, withGone: false };
const buses = {
  id: 'buses',
  name: 'Buses',
  content: {
    ...plain,
    look,
    sort: [{ field: 'modelName', direction: 'down' as const }],
    filters: { type: ['bus'], nothing: ['x'] },
  },
};
const all = { id: 'all', name: 'By code', content: { ...plain, look } };

const change = (one: ViewChange) =>
  useBridge().records.changeViews({ collection: 'vehicles', change: one });

/** The list of vehicles with these views. */
async function keep({ views, defaultId }: SavedViews): Promise<void> {
  for (const view of views) await change({ kind: 'keep', view });
  if (defaultId !== null) await change({ kind: 'default', id: defaultId });
}

async function openWith(saved: SavedViews, at = '/vehicles') {
  const page = pageOf('vehicles');
  const withViews = defineComponent(() => {
    const isKept = ref(false);
    void keep(saved).then(() => {
      isKept.value = true;
    });
    return () => (isKept.value ? h(page) : null);
  });
  await openScreen(withViews, at);
}

async function choose(view: string, item: string): Promise<void> {
  await press('Enter', {}, control(view, 'button'));
  await settle();
  await click(control(item, '[role=menuitem]'));
  // What was chosen begins once the menu has closed.
  await settle();
}

async function keptViews(): Promise<SavedViews> {
  const answer = await useBridge().records.views('vehicles');
  if (!answer.ok) throw new Error('The views are not there.');
  return answer.data;
}

const heads = () =>
  [...document.querySelectorAll('[role=columnheader] .label')].map((head) =>
    head.textContent.trim(),
  );

describe('saved views', () => {
  it('ask about a name that was typed before it is left', async () => {
    await openWith({ views: [], defaultId: null });
    await choose('Views', 'Save as a new view…');
    type('Name', 'Old buses');
    await click(control('Cancel', 'button'));
    expect(textOnPage()).toContain('You have unsaved changes.');
    await click(control('Save', '[role=dialog] button'));
    expect((await keptViews()).views.map(({ name }) => name)).toEqual(['Old buses']);
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('keep filters, order and columns under a name, and say once they are changed', async () => {
    await openWith({ views: [], defaultId: null }, '/vehicles?type=bus&sort=year.down');
    await choose('Views', 'Save as a new view…');
    type('Name', '  Old buses ');
    await click(control('Save view'));
    expect(place()).toMatch(/view=/);
    const [view] = (await keptViews()).views;
    expect(view).toMatchObject({
      name: 'Old buses',
      content: { filters: { type: ['bus'] }, sort: [{ field: 'year', direction: 'down' }] },
    });
    await click(control('Remove the filter Type'));
    expect(control('Old buses · edited', 'button')).toBeTruthy();
    await choose('Old buses · edited', 'Discard changes');
    expect(place()).toContain('type=bus');
    expect(control('Old buses', 'button')).toBeTruthy();
    await click(control('Not sent yet'));
    await choose('Old buses · edited', 'Save changes');
    expect((await keptViews()).views[0]?.content.isUnsent).toBe(true);
    expect(control('Old buses', 'button')).toBeTruthy();
  });

  it('are opened with their columns; what the list no longer knows is left out', async () => {
    await openWith({ views: [buses, all], defaultId: null });
    await choose('Views', 'Buses');
    expect(place()).toBe('/vehicles?sort=modelName.down&type=bus&view=buses');
    expect(heads()).toContain('Batch');
    expect(heads()).not.toContain('Year');
    for (const row of rows()) expect(row.textContent).toContain('Bus');
    expect(control('Buses', 'button'), 'nobody edited it').toBeTruthy();
  });

  it('take no name twice, and none without letters', async () => {
    await openWith({ views: [buses, all], defaultId: null }, '/vehicles?view=all');
    await choose('By code', 'Rename');
    const form = document.querySelector('[role=dialog]');
    type('Name', ' BUSES ');
    await click(button(form, 'Rename'));
    expect(textOnPage()).toContain('Another view has this name');
    type('Name', ' ');
    await click(button(form, 'Rename'));
    expect(textOnPage()).toContain('Enter a name');
    type('Name', 'By fleet code');
    await click(button(form, 'Rename'));
    expect((await keptViews()).views.map(({ name }) => name)).toEqual(['Buses', 'By fleet code']);
  });

  it('that were deleted can be brought back for a while', async () => {
    await openWith({ views: [buses, all], defaultId: 'buses' }, '/vehicles?type=bus&view=buses');
    await choose('Buses · edited', 'Delete view');
    expect((await keptViews()).views).toEqual([all]);
    expect((await keptViews()).defaultId).toBeNull();
    expect(place(), 'the list stays as it is').toBe('/vehicles?type=bus');
    await click(control('Undo delete of “Buses”'));
    expect(await keptViews()).toEqual({ views: [buses, all], defaultId: 'buses' });
    expect(place()).toContain('view=buses');
  });

  it('come back among what was saved or renamed meanwhile', async () => {
    await openWith({ views: [buses, all], defaultId: null }, '/vehicles?view=buses');
    await choose('Buses · edited', 'Delete view');
    await choose('Views', 'By code');
    await choose('By code', 'Rename');
    type('Name', 'By fleet code');
    await click(button(document.querySelector('[role=dialog]'), 'Rename'));
    await click(control('Undo delete of “Buses”'));
    expect(await keptViews()).toEqual({
      views: [buses, { ...all, name: 'By fleet code' }],
      defaultId: null,
    });
  });

  it('take no change before they were read, and say so; they can be read again', async () => {
    const page = pageOf('vehicles');
    const failing = defineComponent(() => {
      void change({ kind: 'keep', view: buses });
      const error = { code: 'store-damaged', message: 'x' } as const;
      vi.spyOn(useBridge().records, 'views').mockResolvedValueOnce({ ok: false, error });
      return () => h(page);
    });
    await openScreen(failing, '/vehicles');
    await press('Enter', {}, control('Views', 'button'));
    const save = control('Save as a new view…', '[role=menuitem]');
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await click(control('Reload the views', '[role=menuitem]'));
    await choose('Views', 'Save as a new view…');
    type('Name', 'Mine');
    await click(control('Save view'));
    expect((await keptViews()).views.map(({ name }) => name)).toEqual(['Buses', 'Mine']);
  });

  it('have a name as long as it was typed, or say that it is too long', async () => {
    await openWith({ views: [], defaultId: null });
    await choose('Views', 'Save as a new view…');
    type('Name', 'x'.repeat(61));
    await click(control('Save view'));
    expect(textOnPage()).toContain('61');
    expect((await keptViews()).views).toEqual([]);
    type('Name', 'x'.repeat(60));
    await click(control('Save view'));
    expect((await keptViews()).views).toHaveLength(1);
  });

  it('open the list where one is the default, but not in place of what a link asks for', async () => {
    await openWith({ views: [buses], defaultId: 'buses' });
    expect(place()).toContain('view=buses');
    await openWith({ views: [buses], defaultId: 'buses' }, '/vehicles?q=abc');
    expect(place()).toBe('/vehicles?q=abc');
  });

  it('that can’t be kept are as before, and the dialog says why', async () => {
    await openWith({ views: [], defaultId: null });
    const refused = { ok: false, error: { code: 'store-damaged', message: 'x' } } as const;
    vi.spyOn(useBridge().records, 'changeViews').mockResolvedValue(refused);
    await choose('Views', 'Save as a new view…');
    type('Name', 'Mine');
    await click(control('Save view'));
    expect(document.querySelector('[role=dialog] [role=alert]')).not.toBeNull();
    expect((await keptViews()).views).toEqual([]);
  });

  it('that can’t be saved or deleted from the menu stay as they are, and the page says why', async () => {
    await openWith({ views: [all], defaultId: null }, '/vehicles?type=bus&view=all');
    const refused = { ok: false, error: { code: 'store-damaged', message: 'x' } } as const;
    const keep = vi.spyOn(useBridge().records, 'changeViews').mockResolvedValue(refused);
    const alert = () => document.querySelector('section [role=alert]');
    for (const item of ['Save changes', 'Delete view', 'Open the list with this view']) {
      await choose('By code · edited', item);
      expect(alert(), item).not.toBeNull();
      expect(control('By code · edited', 'button'), item).toBeTruthy();
    }
    keep.mockRestore();
    await choose('By code · edited', 'Save changes');
    expect(alert()).toBeNull();
  });
});
