import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import UndoStrip from '@/app/UndoStrip.vue';
import { useOfflineWork } from '@/app/use-offline-work';
import { pressKey } from '@/app/shortcuts';
import { useUnsavedQuestion } from '@/app/unsaved';
import { useStoreStore } from '@/app/stores/store-store';
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

/** A person chooses a file in the dialog of tags and groups. */
function choose(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no field for a file.');
  Object.defineProperty(input, 'files', { value: [new File([bytes], name)], configurable: true });
  input.dispatchEvent(new Event('change'));
}

/** Main has read the file, and the page says this. */
async function says(text: string): Promise<void> {
  await vi.waitFor(() => {
    expect(textOnPage()).toContain(text);
  });
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

  it('a name that was typed and not added is asked about before all tags are closed', async () => {
    await open();
    useLiveMapStore().managesLabels = true;
    await wait();
    await type('New tag', 'Night shift');
    await click('Close');
    const question = useUnsavedQuestion();
    expect(question.value?.work.name()).toBe('Night shift');
    expect(await question.value?.work.save()).toBe(true);
    question.value?.answer(true);
    await wait();
    expect((await kept()).labels.map(({ name }) => name)).toEqual(['Night shift']);
    expect(useLiveMapStore().managesLabels).toBe(false);
  });

  it('of the person before never come back, however late their answer is', async () => {
    await open();
    const [first] = rows().map(idOf) as [string];
    const given = useVehicleLabelsStore();
    await change({ kind: 'keep', label: cold });
    const late = given.change({ kind: 'assign', keys: [first], add: ['cold'] });
    const store = useStoreStore();
    const opened = store.state;
    store.state = { ...opened, phase: 'closed' };
    await nextTick();
    await late;
    expect(given.state).toEqual({ labels: [], vehicles: {} });
    store.state = opened;
  });

  it('of a file are shown before they are added, and can be taken back', async () => {
    await open();
    const [first] = rows().map(idOf) as [string];
    const plate = rows()[0]?.querySelector('.plate')?.textContent.trim() ?? '';
    await change({ kind: 'keep', label: north }, { kind: 'assign', keys: [first], group: 'north' });
    const before = await kept();
    useLiveMapStore().managesLabels = true;
    await wait();
    // As a spreadsheet of Western Windows writes it.
    const text = `Placa;Grupo;Etiquetas\r\n${plate};South;C\u00e2mara fria\r\nZZZ0Z00;;x\r\n`;
    choose(
      'tags.csv',
      Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
    );
    await says('Add tags and groups from tags.csv?');
    expect(textOnPage()).toContain('Câmara fria');
    expect(textOnPage()).toContain('1 of them leaves its group for another');
    expect(textOnPage()).toContain('ZZZ0Z00');
    expect(textOnPage()).toContain('Not in this fleet · row 3');
    expect(await kept()).toEqual(before);
    await click('Add');
    const { labels, vehicles } = await kept();
    const nameOf = (id: string | null) => labels.find((label) => label.id === id)?.name;
    expect(nameOf(vehicles[first]?.group ?? null)).toBe('South');
    expect(vehicles[first]?.tags.map(nameOf)).toEqual(['Câmara fria']);
    await click('Undo');
    expect(await kept()).toEqual(before);
  });

  it('of a file that is none are refused with a sentence, and nothing changes', async () => {
    await open();
    useLiveMapStore().managesLabels = true;
    await wait();
    choose('photo.csv', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]));
    await says('The table has no columns Fleetdesk knows.');
    expect(textOnPage()).toContain('Nothing was added.');
    expect(await kept()).toEqual({ labels: [], vehicles: {} });
  });
});
