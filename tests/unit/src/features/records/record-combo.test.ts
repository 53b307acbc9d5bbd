import type { VueWrapper } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useRecordsStore } from '@/app/stores/records-store';
import { useBridge } from '@/bridge';
import RecordCombo from '@/features/records/RecordCombo.vue';
import { render, textOnPage, type } from '../../render';
import { holdFinds } from '../../held-finds';
import { click, layOut, press, settle } from './screen';

beforeEach(layOut);

let combo: VueWrapper;

async function open(): Promise<void> {
  const props = { collection: 'users', label: 'Driver', modelValue: '' };
  combo = await render(RecordCombo, { office: { vehicles: 60, isRead: true }, props });
  await settle();
  await click(input());
}

function input(): HTMLInputElement {
  const found = document.querySelector('input');
  if (!found) throw new Error('no field');
  return found;
}

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const labels = () => options().map((option) => option.querySelector('.truncate')?.textContent);
const marked = () =>
  document.querySelector('[role=option][data-highlighted] .truncate')?.textContent;
const taken = () => combo.emitted('update:modelValue') ?? [];

async function seek(words: string): Promise<void> {
  input().focus();
  type('Driver', words);
  await settle();
}

describe('a field that refers to a record', () => {
  it('offers all and the empty choice; those that are sought alone', async () => {
    await open();
    expect(labels()[0]).toBe('None');
    expect(labels().length).toBeGreaterThan(6);
    await seek('rafael');
    expect(new Set(labels())).toEqual(new Set(['Rafael Lima Duarte']));
    expect(marked()).toBe('Rafael Lima Duarte');
    await press('Enter');
    expect(taken()).toEqual([[expect.stringMatching(/^usr/)]]);
  });

  it('takes nothing that was found for other words; Enter waits for what is sought', async () => {
    await open();
    const answer = holdFinds();
    await seek('rafael');
    await press('Enter');
    await click(options()[1] as HTMLElement);
    expect(taken()).toEqual([]);
    await answer();
    await settle();
    expect(taken()).toEqual([[expect.stringMatching(/^usr/)]]);
  });

  it('says that nothing fits once that is known', async () => {
    await open();
    const answer = holdFinds();
    await seek('zzzz');
    expect(textOnPage()).not.toContain('No matches.');
    await answer();
    await settle();
    expect(textOnPage()).toContain('No matches.');
    expect(options()).toEqual([]);
  });

  it.each(['find', 'rows'] as const)(
    'says that a search failed (%s), and goes on',
    async (step) => {
      await open();
      const error = { code: 'timeout', message: 'no answer' } as const;
      vi.spyOn(useBridge().records, step).mockResolvedValueOnce({ ok: false, error });
      await seek('rafael');
      expect(textOnPage()).toContain('The search failed.');
      expect(textOnPage()).not.toContain('No matches.');
      expect(options(), 'nothing is left of what was found for other words').toEqual([]);
      await seek('rafael l');
      expect(new Set(labels())).toEqual(new Set(['Rafael Lima Duarte']));
      expect(textOnPage()).not.toContain('The search failed.');
    },
  );

  it('marks what fits new words best, whatever was marked among what the old ones found', async () => {
    await open();
    await seek('rafael');
    const place = () => options().findIndex((option) => option.hasAttribute('data-highlighted'));
    for (let step = 0; step < 3; step += 1) await press('ArrowDown');
    expect(place()).toBe(3);
    await seek('rafael l');
    expect(place()).toBe(0);
  });

  it('searches for the beginning of words that are too long, which stay as they are', async () => {
    await open();
    const find = vi.spyOn(useBridge().records, 'find');
    await seek('x'.repeat(300));
    expect(input().value).toHaveLength(300);
    expect(find.mock.calls.map(([{ search }]) => search.length)).toEqual([200]);
  });

  it('offers all again after a choice, which it shows by name', async () => {
    await open();
    const all = labels();
    await seek('rafael');
    await press('Enter');
    await combo.setProps({ modelValue: taken()[0]?.[0] });
    await settle();
    expect(input().value).toBe('Rafael Lima Duarte');
    await click(input());
    expect(labels()).toEqual(expect.arrayContaining(all));
  });
});

it('offers every record that others refer to where the service has no list of them', async () => {
  const props = { collection: 'enterprises', label: 'Enterprise', modelValue: '' };
  combo = await render(RecordCombo, { office: { vehicles: 60, isRead: true, profile: {} }, props });
  await useRecordsStore().start();
  const named = {
    collection: 'enterprises',
    key: 'ent000000000002',
    name: 'Expresso Sul',
  } as const;
  await useBridge().records.nameHere(named);
  await settle();
  await click(input());
  type('Enterprise', 'ent');
  await settle();
  expect(labels()).toEqual(expect.arrayContaining(['ent000000000000', 'ent000000000001']));
  type('Enterprise', '0001');
  await settle();
  expect(labels()[0]).toBe('ent000000000001');
  type('Enterprise', 'sul');
  await settle();
  expect(labels()[0]).toBe('Expresso Sul');
});

it('finds a record that no list tells however many there are', async () => {
  const props = { collection: 'enterprises', label: 'Enterprise', modelValue: '' };
  combo = await render(RecordCombo, { office: { vehicles: 60, isRead: true, profile: {} }, props });
  await useRecordsStore().start();
  const keys = Array.from({ length: 1_200 }, (_, at) => `enterprise${String(at)}`);
  const { records } = useBridge();
  const rows = await records.rows({ collection: 'enterprises', keys: ['ent000000000001'] });
  const [one] = rows.ok ? rows.data : [];
  if (one === undefined) throw new Error('There is no enterprise.');
  vi.spyOn(records, 'find').mockResolvedValue({ ok: true, data: { keys } });
  vi.spyOn(records, 'rows').mockImplementation((wanted) =>
    Promise.resolve({ ok: true, data: wanted.keys.map((key) => ({ ...one, key, fields: {} })) }),
  );
  await click(input());
  type('Enterprise', '1199');
  await settle();
  expect(labels()[0]).toBe('enterprise1199');
});
