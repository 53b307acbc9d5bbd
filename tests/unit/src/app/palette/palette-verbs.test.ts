import type { VueWrapper } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import App from '@/App.vue';
import { useOverlays } from '@/app/overlays';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { userOf } from '../../../../mocked-main/office/records';
import { axeFaults, render, settled, textOnPage, type } from '../../render';

const overlays = useOverlays();

beforeEach(() => {
  overlays.set('palette', false);
});

/** The palette with a vehicle marked. */
async function seek(words: string, office: OfficeOptions = {}): Promise<VueWrapper> {
  const wrapper = await render(App, { office: { isRead: true, ...office } });
  await settled();
  overlays.open('palette');
  await settled();
  type('Search', words);
  await settled();
  return wrapper;
}

async function press(key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  const event = new KeyboardEvent('keydown', {
    ...{ key, ...modifiers },
    ...{ bubbles: true, cancelable: true },
  });
  document.querySelector('[role=dialog] input')?.dispatchEvent(event);
  await settled();
}

const verbs = () => document.querySelector('[role=group][aria-label^="Actions for "]');
const buttons = () => [...(verbs()?.querySelectorAll('button') ?? [])];
const verb = (label: string) => buttons().find(({ textContent }) => textContent.includes(label));

describe('a vehicle that is marked in the palette', () => {
  it('says what can be done with it, and has no fault that axe finds', async () => {
    await seek('hilux');
    expect(verbs()?.textContent).toContain('Show on the map');
    expect(buttons().map(({ textContent }) => textContent.trim())).toEqual([
      expect.stringMatching(/^Open vehicle/),
      expect.stringMatching(/^Replay today/),
      expect.stringMatching(/^Follow/),
    ]);
    const dialog = document.querySelector('[role=dialog]');
    expect(dialog && (await axeFaults(dialog))).toEqual([]);
  });

  it.each([
    ['its record', { ctrlKey: true }, /^\/vehicles\?record=veh\d+/],
    ['its day in the replay', { shiftKey: true }, /^\/replay\?vehicle=veh\d+&day=\d{4}-\d\d-\d\d/],
  ])('leads to %s by its keys', async (_, modifiers, address) => {
    const wrapper = await seek('hilux');
    await press('Enter', modifiers);
    expect(wrapper.vm.$route.fullPath).toMatch(address);
    expect(overlays.isOpen('palette')).toBe(false);
  });

  it('is followed on the map', async () => {
    const wrapper = await seek('hilux');
    verb('Follow')?.click();
    await settled();
    expect(wrapper.vm.$route.fullPath).toMatch(/^\/map\?vehicle=veh\d+&follow$/);
    expect(overlays.isOpen('palette')).toBe(false);
  });

  it('is not replayed by a user who may not, and says why', async () => {
    const refused = [{ resource: 'trajectories', verb: 'read', key: null, at: 1 }] as const;
    const office = { vehicles: 30, capabilities: { refused: [...refused] } };
    const wrapper = await seek('hilux', office);
    const replay = verb('Replay today');
    expect(replay?.getAttribute('aria-disabled')).toBe('true');
    expect(replay?.textContent).toContain('You don’t have permission');
    const said = () => verbs()?.querySelector('[role=status]')?.textContent;
    expect(said()).toBe('');
    await press('Enter', { shiftKey: true });
    expect(wrapper.vm.$route.path).toBe('/map');
    expect(overlays.isOpen('palette')).toBe(true);
    expect(said()).toContain('You don’t have permission');
    await press('ArrowDown');
    expect(said()).toBe('');
  });
});

describe('a vehicle that the pointer is on', () => {
  const lines = () => [...document.querySelectorAll('[role=option]')];
  const sign = (line: Element | undefined, title: RegExp) =>
    [...(line?.querySelectorAll<HTMLElement>('[aria-hidden] [title]') ?? [])].find((each) =>
      title.test(each.title),
    );

  it('is replayed by a press on its own line, whichever is marked', async () => {
    const wrapper = await seek('fiat', { vehicles: 30 });
    const [first, second] = lines();
    expect(first?.hasAttribute('data-highlighted')).toBe(true);
    second?.dispatchEvent(new Event('pointermove', { bubbles: true }));
    await settled();
    expect(second?.hasAttribute('data-highlighted')).toBe(true);
    sign(first, /^Replay today$/)?.click();
    await settled();
    const plate = first?.querySelector('.title')?.textContent.trim();
    const vehicle = [...useFleetStore().vehicles.values()].find((each) => each.plate === plate);
    expect(wrapper.vm.$route.query['vehicle']).toBe(vehicle?.id);
    expect(wrapper.vm.$route.path).toBe('/replay');
  });

  it('is not taken by a press on what is refused, which says why', async () => {
    const refused = [{ resource: 'trajectories', verb: 'read', key: null, at: 1 }] as const;
    const wrapper = await seek('hilux', { capabilities: { refused: [...refused] } });
    sign(lines()[0], /^You don’t have permission/)?.click();
    await settled();
    expect(wrapper.vm.$route.path).toBe('/map');
    expect(verbs()?.querySelector('[role=status]')?.textContent).toContain('permission');
  });
});

/** By the phone, which finds the person first, and then the vehicles that the person is on. */
const seekPerson = (index: number, office?: OfficeOptions) =>
  seek(userOf(index, Date.now()).phone1 ?? '', office);
const question = () =>
  [...document.querySelectorAll('[role=dialog]')].find(
    (each) => each.querySelector('[role=combobox]') === null,
  );
const labels = () => buttons().map(({ textContent }) => textContent.trim());

async function answer(label: string): Promise<void> {
  const found = [...(question()?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent.trim() === label,
  );
  found?.click();
  await settled();
}

describe('a person who is marked in the palette', () => {
  it('is deactivated once that is confirmed, and can be active again for ten seconds', async () => {
    await seekPerson(0);
    const setActive = vi.spyOn(useBridge().records, 'setActive');
    expect(labels()).toEqual(['Deactivate']);
    verb('Deactivate')?.click();
    await settled();
    expect(overlays.isOpen('palette')).toBe(false);
    expect(question()?.textContent).toMatch(/Deactivate .+\?.*no longer sign in.*undo this/);
    const shown = question();
    expect(shown && (await axeFaults(shown))).toEqual([]);
    expect(setActive).not.toHaveBeenCalled();
    await answer('Deactivate');
    expect(question()).toBeUndefined();
    const { id: key } = userOf(0, Date.now());
    expect(setActive.mock.calls).toEqual([[{ collection: 'users', key, isActive: false }]]);
    expect(textOnPage()).toMatch(/Deactivate user .+Undo/);
  });

  it('stays as is where the question is left', async () => {
    await seekPerson(0);
    const setActive = vi.spyOn(useBridge().records, 'setActive');
    verb('Deactivate')?.click();
    await settled();
    await answer('Cancel');
    expect(question()).toBeUndefined();
    expect(setActive).not.toHaveBeenCalled();
  });

  it('who is deactivated is activated at once', async () => {
    await seekPerson(7);
    const setActive = vi.spyOn(useBridge().records, 'setActive');
    expect(labels()).toEqual(['Activate']);
    verb('Activate')?.click();
    await settled();
    expect(question()).toBeUndefined();
    expect(setActive.mock.calls.map(([{ isActive }]) => isActive)).toEqual([true]);
  });

  it.each([
    [0, 'Deactivate', /Deactivate .+\?/],
    [7, 'Activate', / could not be activated$/],
  ] as const)('number %i: a failed “%s” says why', async (index, label, title) => {
    const faults = { 'records.setActive': { code: 'service-error', message: 'no room' } } as const;
    await seekPerson(index, { faults });
    verb(label)?.click();
    await settled();
    await answer('Deactivate');
    expect(question()?.querySelector('h2')?.textContent).toMatch(title);
    expect(question()?.querySelector('[role=alert]')).not.toBeNull();
    await answer('Cancel');
  });

  it('is not deactivated by a user who may not, and says why', async () => {
    const refused = [{ resource: 'users', verb: 'activate', key: null, at: 1 }] as const;
    await seekPerson(0, { capabilities: { refused: [...refused] } });
    expect(verb('Deactivate')?.getAttribute('aria-disabled')).toBe('true');
    verb('Deactivate')?.click();
    await settled();
    expect(question()).toBeUndefined();
    expect(overlays.isOpen('palette')).toBe(true);
  });
});

it('a screen that is marked in the palette is only chosen', async () => {
  await seek('outbox');
  expect(verbs()?.textContent).toContain('Select');
  expect(buttons()).toEqual([]);
});
