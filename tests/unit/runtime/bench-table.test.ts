import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { withTable, wordsOf } from '../../../electron/runtime/bench-table.mjs';
import kept from '../../bench/results.json';

const machine = { processor: 'Some CPU', processors: 2, memoryGb: 23, system: 'linux 6.1' };
const store = {
  at: '2026-03-10',
  aims: { commitRatioRaw: 1.2345 },
  targets: { commitRatioRaw: '<= 1.5' },
  machine,
  versions: { fleetdesk: '0.1.0', node: '20.20.0', libsql: '0.5.22' },
};

const bare = [
  'Before.',
  '<!-- Written by "npm run -s bench NAME -- --keep". -->',
  'what was there',
  '<!-- Written until here. -->',
  'After.',
].join('\n\n');

it('README holds the results that are kept', async () => {
  const readme = await readFile('README.md', 'utf8');
  expect(await withTable(readme, kept)).toBe(readme);
});

it('each figure that is kept is told in words', () => {
  for (const [bench, { aims }] of Object.entries<{ aims: object }>(kept)) {
    for (const aim of Object.keys(aims)) expect(wordsOf(bench, aim), aim).toBeDefined();
  }
});

it('a row has the figure, its aim, and below them the machine and the peers', async () => {
  const text = await withTable(bare, { store });
  expect(text.replaceAll(/ +/g, ' ')).toContain(
    '| `store` | 1,000 durable changes, over plain statements | 1.23 | ≤ 1.5 |',
  );
  expect(text).toContain(
    'Some CPU (2 processors, 23 GB), linux 6.1; Fleetdesk 0.1.0, Node 20.20.0.',
  );
  expect(text).toContain('Beside them: libsql 0.5.22.');
  expect(text).not.toContain('what was there');
  expect(text).toMatch(/^Before\.[^]*After\.\n$/);
  expect(await withTable(text, { store })).toBe(text);
});
