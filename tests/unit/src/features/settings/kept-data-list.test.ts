import { expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import type { KeptAnswersUse } from '@contract/geocoder';
import type { KeptUse } from '@contract/kept-data';
import KeptAddresses from '@/features/settings/KeptAddresses.vue';
import KeptDataList from '@/features/settings/KeptDataList.vue';
import { control, render, settled, textOnPage } from '../../render';

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

it('what is deleted in one place of the page is gone in every other', async () => {
  let answers = 2_000_000;
  const oldest = Date.UTC(2026, 2, 10, 12);
  const use = (): KeptUse => ({
    ...{ records: null, tracks: null, mapImages: null, log: 0, crashes: 0 },
    answers,
  });
  const office = {
    'kept.use': use,
    'kept.delete': () => ((answers = 0), use()),
    'search.kept': (): KeptAnswersUse =>
      answers > 0 ? { answers: 2, bytes: answers, oldest } : { answers: 0, bytes: 0, oldest: null },
  };
  const both = defineComponent(() => () => [h(KeptDataList), h(KeptAddresses)]);
  await render(both, { office: { answers: office as never } });
  await settled();
  expect(textOnPage()).toContain('2 answers · ');
  control('Delete: Answers of the address search').click();
  await settled();
  control('Delete', '[role=dialog] button').click();
  await settled();
  expect(textOnPage()).not.toContain('2 answers · ');
});
