import { expect, it } from 'vitest';
import type { RecordDetail } from '@contract/records';
import RawTab from '@/features/records/RawTab.vue';
import { render, textOnPage } from '../../render';

const detail: RecordDetail = {
  collection: 'vehicles',
  key: 'veh000000000001',
  fields: { plate: 'ABC-1234' },
  told: { plate: 'ABC-1234' },
  raw: { attributes: { plate: 'ABC-1234', updated_at: '2026-11-01T10:00:00.000Z' } },
  isOutdated: true,
  mark: 'none',
  changed: [],
  readAt: 1,
  goneAt: null,
  setHere: {},
  unread: [],
  entryIds: [],
};

it('does not show what was told before a change as what the service has now', async () => {
  const wrapper = await render(RawTab, { props: { detail } });
  expect(textOnPage()).toContain('updated_at');
  expect(textOnPage()).toContain('Changed here since it was loaded');
  expect(textOnPage()).not.toContain('As last sent by the service');
  await wrapper.setProps({ detail: { ...detail, isOutdated: false } });
  expect(textOnPage()).toContain('As last sent by the service');
});

it('names attributes that have another type than the document says, and shows what came', async () => {
  const raw = { attributes: { plate: { nested: true }, year: 'two thousand', novel: [1, 2] } };
  const unread = [
    { path: 'attributes.plate', problem: 'not-a-text' },
    { path: 'attributes.year', problem: 'not-a-number' },
  ];
  await render(RawTab, { props: { detail: { ...detail, raw, isOutdated: false, unread } } });
  for (const words of ['attributes.plate', 'attributes.year', 'two thousand', 'novel']) {
    expect(textOnPage()).toContain(words);
  }
});
