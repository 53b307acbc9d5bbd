import { beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { RecordQuery, RecordRow } from '@contract/records';
import { useBridge } from '@/bridge';
import { useRecordList } from '@/features/records/use-record-list';
import { render, settled } from '../../render';
import { layOut } from './screen';

beforeEach(layOut);

const query: RecordQuery = {
  ...{ collection: 'vehicles', search: '', filters: [], withGone: false },
  sort: [],
};
const all = Array.from({ length: 1_000 }, (_, index) => `v${String(index)}`);
const rowOf = (key: string): RecordRow => ({
  ...{ key, fields: {}, mark: 'none', changed: [], readAt: 1, goneAt: null },
});

/** A list of 1,000 records whose rows are answered when the test says so. */
async function open() {
  const asked: { keys: readonly string[]; answer: () => void }[] = [];
  let list: ReturnType<typeof useRecordList> | undefined;
  const page = defineComponent(() => {
    const { records } = useBridge();
    vi.spyOn(records, 'find').mockResolvedValue({ ok: true, data: { keys: all } });
    vi.spyOn(records, 'rows').mockImplementation(
      ({ keys }) =>
        new Promise((resolve) => {
          asked.push({ keys, answer: () => resolve({ ok: true, data: keys.map(rowOf) }) });
        }),
    );
    const on = { rename: () => undefined, reorder: () => undefined, read: () => undefined };
    list = useRecordList(shallowRef(query), on);
    return () => h('p');
  });
  await render(page, { office: { vehicles: 1 } });
  await settled();
  if (!list) throw new Error('There is no list.');
  const spans = (): string[] => asked.map(({ keys }) => `${keys[0] ?? ''}-${keys.at(-1) ?? ''}`);
  const answer = async (at: number): Promise<void> => {
    asked[at]?.answer();
    await settled();
  };
  return { list, spans, answer };
}

it('rows in sight are read first, then those beyond them, where the list is scrolled to', async () => {
  const { list, spans, answer } = await open();
  expect(spans()).toEqual(['v0-v60', 'v61-v180']);
  await answer(0);
  await answer(1);
  // Nothing is missing for a while.
  list.look(20, 80);
  list.look(50, 110);
  expect(spans()).toHaveLength(2);
  list.look(100, 160);
  expect(spans().slice(2)).toEqual(['v181-v280']);
  await answer(2);
  list.look(600, 660);
  expect(spans().slice(3)).toEqual(['v600-v660', 'v661-v780']);
  await answer(3);
  await answer(4);
  list.look(590, 650);
  expect(spans().slice(5)).toEqual(['v590-v599', 'v589-v470']);
});

it('what is passed by while rows are read is not read any more', async () => {
  const { list, spans, answer } = await open();
  for (const first of [200, 300, 400, 500]) list.look(first, first + 60);
  expect(spans()).toHaveLength(2);
  await answer(0);
  expect(spans().slice(2)).toEqual(['v500-v560']);
  await answer(2);
  expect(list.rows.has('v500')).toBe(true);
  expect(list.rows.has('v300')).toBe(false);
});
