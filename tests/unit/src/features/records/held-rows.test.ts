import { beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { RecordQuery, RecordsPatch } from '@contract/records';
import { useRecordsStore } from '@/app/stores/records-store';
import { useBridge } from '@/bridge';
import { useRecordList } from '@/features/records/use-record-list';
import { render } from '../../render';
import { layOut } from './screen';

beforeEach(layOut);

const query: RecordQuery = {
  ...{ collection: 'users', search: '', filters: [], withGone: false },
  sort: [{ field: 'vehicles', direction: 'up' }],
};

it('rows stay where they are while the pointer moves over them', async () => {
  let tell: (patch: RecordsPatch | null) => void = () => undefined;
  let hold: () => void = () => undefined;
  const page = defineComponent(() => {
    vi.spyOn(useRecordsStore(), 'onPatch').mockImplementation((listener) => {
      tell = listener;
      return () => undefined;
    });
    ({ hold } = useRecordList(shallowRef(query), {
      rename: () => undefined,
      reorder: () => undefined,
      read: () => undefined,
    }));
    return () => h('p');
  });
  await render(page, { office: { vehicles: 1 } });
  const find = vi.spyOn(useBridge().records, 'find');
  const sought = () => find.mock.calls.filter(([wanted]) => wanted === query).length;

  tell({ syncs: {}, changed: {}, renamed: {}, derived: { users: null } });
  for (let moves = 0; moves < 4; moves += 1) {
    hold();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(sought()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sought()).toBe(1);
});
