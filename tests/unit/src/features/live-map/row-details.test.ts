import { beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import type { RecordRow, RecordsPatch } from '@contract/records';
import { useRecordsStore } from '@/app/stores/records-store';
import { useBridge } from '@/bridge';
import { useRowDetails } from '@/features/live-map/use-row-details';
import { render } from '../../render';
import { now } from './live';

type Rows = ReturnType<typeof useBridge>['records']['rows'];

const faulty = { ok: false, error: { code: 'timeout', message: '' } } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.setSystemTime(now);
  return () => vi.useRealTimers();
});

/** A screen that shows one vehicle, whose place main tells as it is at that moment. */
async function showOne() {
  let tell: (patch: RecordsPatch | null) => void = () => undefined;
  let place = 'Itu';
  const row = (): RecordRow => ({
    key: 'v1',
    fields: {},
    mark: 'none',
    changed: [],
    readAt: now,
    goneAt: null,
    derived: { place, drivers: null },
  });
  const read = vi.fn<Rows>(() => Promise.resolve({ ok: true, data: [row()] }));
  const page = defineComponent(() => {
    vi.spyOn(useBridge().records, 'rows').mockImplementation(read);
    vi.spyOn(useRecordsStore(), 'onPatch').mockImplementation((listener) => {
      tell = listener;
      return () => undefined;
    });
    const detailsOf = useRowDetails(() => ['v1']);
    return () => h('p', detailsOf('v1').place);
  });
  const wrapper = await render(page, { office: { now: () => now, vehicles: 1 } });
  await vi.advanceTimersByTimeAsync(200);
  return {
    read,
    shown: () => wrapper.text(),
    leave: () => {
      wrapper.unmount();
    },
    /** The vehicle is in another place from now on, and main says that it changed. */
    move(to: string) {
      place = to;
      tell({ syncs: {}, changed: {}, renamed: {}, derived: { vehicles: ['v1'] } });
    },
  };
}

it('a read of rows that failed is made again: no place of before stays on show', async () => {
  const { read, shown, move } = await showOne();
  expect(shown()).toBe('Itu');
  read.mockResolvedValueOnce(faulty);
  move('Salto');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toBe('Itu');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toBe('Salto');
  const before = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(before);
});

it('a list that is left reads nothing again', async () => {
  const { read, leave, move } = await showOne();
  read.mockResolvedValueOnce(faulty);
  move('Salto');
  await vi.advanceTimersByTimeAsync(1_000);
  const before = read.mock.calls.length;
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(before);
});
