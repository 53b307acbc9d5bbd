import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import UndoStrip from '@/app/UndoStrip.vue';
import { useOfflineWork } from '@/app/use-offline-work';
import { pressKey } from '@/app/shortcuts';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { useBridge } from '@/bridge';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import Page from '@/features/live-map/Page.vue';
import type { LabelsChange } from '@contract/vehicle-label-changes';
import type { Label } from '@contract/vehicle-labels';
import { giveLayout } from '../../layout';
import { axeFaults, control, render, settled, textOnPage, type } from '../../render';
import { now } from './live';

// The map draws on canvases in workers, which this DOM does not have; its parts are tested alone.
vi.mock('@/features/live-map/LiveMap.vue', () => ({
  default: defineComponent({
    setup(_, { expose }) {
      expose({ centre: () => undefined, reveal: () => undefined, middle: () => null });
      return () => h('section', { 'aria-label': 'Map' });
    },
  }),
}));

const cold: Label = { id: 'cold', kind: 'tag', name: 'Refrigerated', color: 'blue' };
const lift: Label = { id: 'lift', kind: 'tag', name: 'Tail lift', color: 'gray' };
const north: Label = { id: 'north', kind: 'group', name: 'North', color: 'navy' };

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=option].row')];
const idOf = (row: HTMLElement | undefined) => row?.id.slice(-15) ?? '';

/** The page and its timers go on for a moment. */
async function wait(milliseconds = 100): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
  await nextTick();
}

async function change(...changes: LabelsChange[]): Promise<void> {
  for (const one of changes) await useVehicleLabelsStore().change(one);
  await wait();
}

/** The screen, and the strip of the frame that offers an undo. */
const Screen = defineComponent(() => {
  useOfflineWork();
  return () => [h(Page), h(UndoStrip)];
});

function press(key: string, init: KeyboardEventInit): void {
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

async function open() {
  const wrapper = await render(Screen, { office: { now: () => now, vehicles: 30, isRead: true } });
  await settled();
  await wait();
  return wrapper;
}

async function click(name: string, kind = 'button'): Promise<void> {
  control(name, kind).click();
  await wait();
}

async function kept() {
  const answer = await useBridge().vehicles.labels();
  if (!answer.ok) throw new Error('They are not there.');
  return answer.data;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
  vi.setSystemTime(now);
  const takeLayout = giveLayout(32 * 12, 360);
  window.addEventListener('keydown', pressKey);
  return () => {
    window.removeEventListener('keydown', pressKey);
    takeLayout();
    vi.useRealTimers();
  };
});

describe('tags, groups and pins on the live map', () => {
  it('a pinned vehicle comes first in the list, and is the last to leave its place again', async () => {
    await open();
    const third = idOf(rows()[2]);
    await change({ kind: 'assign', keys: [third], isPinned: true });
    expect(idOf(rows()[0])).toBe(third);
    expect(rows()[0]?.textContent).toContain('Pinned');
    await change({ kind: 'assign', keys: [third], isPinned: false });
    expect(idOf(rows()[2])).toBe(third);
  });

  it('tags and groups narrow the list and with it the map, with a count each', async () => {
    await open();
    expect(document.querySelector('[aria-label="Groups and tags"]')).toBeNull();
    const [first, second, third] = rows().map(idOf) as [string, string, string];
    await change(
      ...[cold, lift, north].map((label): LabelsChange => ({ kind: 'keep', label })),
      { kind: 'assign', keys: [first, second], add: ['cold'] },
      { kind: 'assign', keys: [second, third], group: 'north' },
    );
    const choice = useLiveMapStore();
    choice.labels = ['cold'];
    await wait();
    expect(choice.shown).toEqual([first, second]);
    expect(rows()).toHaveLength(2);
    expect(textOnPage()).toContain('2 of 30');
    choice.labels = ['cold', 'north'];
    await wait();
    expect(choice.shown).toEqual([second]);
    choice.labels = ['cold', 'lift'];
    await wait();
    expect(choice.shown).toEqual([first, second]);
    await change({ kind: 'delete', id: 'cold' }, { kind: 'delete', id: 'lift' });
    expect(choice.shown).toBeNull();
  });

  it('a search finds vehicles by their tags and groups', async () => {
    await open();
    const second = idOf(rows()[1]);
    await change(
      { kind: 'keep', label: { ...cold, name: 'Câmara fria 🚚' } },
      { kind: 'assign', keys: [second], add: ['cold'] },
    );
    useLiveMapStore().words = 'camara';
    await wait(1000);
    expect(useLiveMapStore().shown).toEqual([second]);
  });

  it('are given in a dialog, which says where they are kept', async () => {
    await open();
    const [first, second] = rows().map(idOf) as [string, string];
    await change({ kind: 'keep', label: cold }, { kind: 'keep', label: lift });
    await change({ kind: 'assign', keys: [first], add: ['cold'] });
    useLiveMapStore().labeling = [first, second];
    await wait();
    expect(textOnPage()).toContain('never sent to the service');
    expect(control('Refrigerated', '[role=checkbox]').ariaChecked ?? '').not.toBe('true');
    vi.useRealTimers();
    const dialog = document.querySelector('[role=dialog]');
    expect(dialog && (await axeFaults(dialog))).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
    await click('Tail lift', '[role=checkbox]');
    await type('New tag', 'refrigerated');
    await click('Add tag');
    expect(textOnPage()).toContain('Another tag has this name.');
    await type('New tag', 'Long loads');
    await click('Add tag');
    await click('Save');
    const { labels, vehicles } = await kept();
    const long = labels.find(({ name }) => name === 'Long loads')?.id;
    expect(vehicles[first]?.tags.sort()).toEqual(['cold', 'lift', long].sort());
    // What nobody touched stays as each vehicle has it.
    expect(vehicles[second]?.tags.sort()).toEqual(['lift', long].sort());
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('given to several vehicles at once are taken back by Ctrl+Z, from each as it was', async () => {
    await open();
    const [first, second, third] = rows().map(idOf) as [string, string, string];
    await change(
      ...[cold, lift, north].map((label): LabelsChange => ({ kind: 'keep', label })),
      { kind: 'assign', keys: [first], add: ['cold'], isPinned: true },
      { kind: 'assign', keys: [second], group: 'north' },
    );
    const before = await kept();
    useLiveMapStore().labeling = [first, second, third];
    await wait();
    await click('Tail lift', '[role=checkbox]');
    await click('Save');
    expect(Object.keys((await kept()).vehicles)).toHaveLength(3);
    expect(textOnPage()).toContain('Tags and groups of 3 vehicles were changed.');
    press('z', { ctrlKey: true });
    await wait();
    expect(await kept()).toEqual(before);
    expect(textOnPage()).toContain('Undone.');
    // Nothing is left to undo, and the sentence goes.
    press('z', { ctrlKey: true });
    await wait(7_000);
    expect(await kept()).toEqual(before);
    expect(textOnPage()).not.toContain('Undone.');
  });

  it('can be taken back for ten seconds after they were given', async () => {
    await open();
    const [first, second] = rows().map(idOf) as [string, string];
    await change({ kind: 'keep', label: cold });
    useLiveMapStore().labeling = [first, second];
    await wait();
    await click('Refrigerated', '[role=checkbox]');
    await click('Save');
    expect(textOnPage()).toContain('Tags and groups of 2 vehicles were changed.');
    await wait(10_000);
    expect(textOnPage()).not.toContain('Tags and groups of 2 vehicles were changed.');
    press('z', { ctrlKey: true });
    await wait();
    expect(Object.keys((await kept()).vehicles)).toHaveLength(2);
  });

  it('one that takes the name of another can be merged with it, and that can be undone', async () => {
    await open();
    const [first, second] = rows().map(idOf) as [string, string];
    await change(
      ...[cold, lift].map((label): LabelsChange => ({ kind: 'keep', label })),
      { kind: 'assign', keys: [first], add: ['cold'] },
      { kind: 'assign', keys: [second], add: ['lift'] },
    );
    useLiveMapStore().managesLabels = true;
    await wait();
    await type('Name of Tail lift', 'REFRIGERATED');
    await click('Merge Tail lift into Refrigerated');
    expect((await kept()).labels).toEqual([cold]);
    expect((await kept()).vehicles[second]?.tags).toEqual(['cold']);
    await click('Undo');
    expect((await kept()).vehicles[second]?.tags).toEqual(['lift']);
    expect((await kept()).vehicles[first]?.tags).toEqual(['cold']);
    await click('Delete Refrigerated');
    expect((await kept()).vehicles[first]).toBeUndefined();
    await click('Undo');
    expect((await kept()).vehicles[first]?.tags).toEqual(['cold']);
  });
});
