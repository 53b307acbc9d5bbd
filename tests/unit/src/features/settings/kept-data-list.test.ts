import { expect, it } from 'vitest';
import type { KeptUse } from '@contract/kept-data';
import KeptDataList from '@/features/settings/KeptDataList.vue';
import { render, settled, textOnPage } from '../../render';

it('what can not be looked at is told from what is kept nowhere', async () => {
  const use: KeptUse = {
    ...{ records: 'unseen', tracks: 'unseen', answers: null },
    ...{ mapImages: 2_000_000, log: 0, crashes: 0 },
  };
  await render(KeptDataList, { office: { answers: { 'kept.use': () => use } as never } });
  await settled();
  const rows = [...document.querySelectorAll('li')].map((row) => row.textContent);
  expect(rows[0]).toContain('Can’t be read now');
  expect(rows[3]).toContain('None');
  expect(textOnPage()).not.toContain('Delete: Trails');
  const buttons = [...document.querySelectorAll('li button')];
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete: Map images',
  ]);
});
