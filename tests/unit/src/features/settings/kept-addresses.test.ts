import { expect, it, vi } from 'vitest';
import type { KeptAnswersUse } from '@contract/geocoder';
import AddressSearch from '@/features/settings/AddressSearch.vue';
import { useSettingsStore } from '@/app/stores/settings-store';
import { control, render, settled, textOnPage } from '../../render';

const none: KeptAnswersUse = { answers: 0, bytes: 0, oldest: null };
const two: KeptAnswersUse = { answers: 2, bytes: 2_048, oldest: Date.UTC(2026, 2, 10, 12) };
const server = {
  kind: 'photon',
  address: 'https://maps.example/api?q={q}',
  isPrivate: false,
} as const;

async function open(kept: KeptAnswersUse) {
  let left = kept;
  const forget = vi.fn(() => (left = none));
  const answers = { 'search.kept': () => left, 'search.forget': forget };
  await render(AddressSearch, { office: { answers: answers as never } });
  await settled();
  return forget;
}

it('saved answers of the address server are told and deleted after a question', async () => {
  const forget = await open(two);
  await useSettingsStore().update({ geocoder: server });
  await settled();
  expect(textOnPage()).toContain('2 answers · ');
  control('Delete…').click();
  await settled();
  expect(forget).not.toHaveBeenCalled();
  control('Delete answers').click();
  await settled();
  expect(forget).toHaveBeenCalledOnce();
  expect(textOnPage()).toContain('None yet.');
});

it('the server in use is told by its name, and may name positions only once a person allowed it', async () => {
  await open(none);
  await useSettingsStore().update({ geocoder: server });
  await settled();
  expect(textOnPage()).toContain('In use: maps.example');
  expect(useSettingsStore().state.geocoder?.namesPositions ?? false).toBe(false);
  control('Also name the street where a vehicle is').click();
  await settled();
  control('Use this server').click();
  await settled();
  expect(useSettingsStore().state.geocoder).toEqual({ ...server, namesPositions: true });
});
