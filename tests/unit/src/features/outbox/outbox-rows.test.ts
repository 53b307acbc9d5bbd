import { expect, it } from 'vitest';
import { outboxRows } from '@/features/outbox/outbox-rows';
import { entry } from './entries';

const lines = (rows: ReturnType<typeof outboxRows>) =>
  rows.map((row) => (row.kind === 'heading' ? `${row.group} ${row.count}` : row.entry.id));

it('shows what needs a person first, what waits in its order, and what was sent', () => {
  const rows = outboxRows(
    [
      entry('first'),
      entry('stuck', { state: 'attention' }),
      entry('held', { state: 'held' }),
      entry('going', { state: 'sending' }),
    ],
    [entry('done', { state: 'sent' })],
  );
  expect(lines(rows)).toEqual([
    'attention 1',
    'stuck',
    'waiting 3',
    'first',
    'held',
    'going',
    'sent 1',
    'done',
  ]);
});

it('leaves out parts without changes', () => {
  expect(lines(outboxRows([entry('only')], []))).toEqual(['waiting 1', 'only']);
  expect(outboxRows([], [])).toEqual([]);
});
