import { beforeEach, expect, it } from 'vitest';
import { useSettingsStore } from '@/app/stores/settings-store';
import type { Where, WhereQuestion } from '@contract/where';
import { layOut, rows, settle } from './screen';
import { open } from './vehicles-screen';

beforeEach(layOut);

const town = { name: 'Campinas', away: 900, bearing: 10, isIn: true } as const;

/** What the column *Place* shows, row by row, where maps know so much of each place. */
async function placesWith(known: Pick<Where, 'street' | 'district' | 'source'>): Promise<string[]> {
  const where = ({ points }: WhereQuestion) => ({
    places: points.map((): Where => ({ ...known, town })),
    isComplete: true,
  });
  await open('/vehicles', { answers: { 'places.where': where } });
  const look = { widths: {}, shown: ['place'], hidden: [], order: [] };
  await useSettingsStore().update({ tables: { vehicles: look } });
  await settle(2_000);
  const heads = [...document.querySelectorAll('[role=columnheader]')];
  const at = heads.findIndex(({ textContent }) => textContent.trim() === 'Place');
  expect(at).toBeGreaterThan(-1);
  return rows().map((row) => row.children[at]?.textContent.trim() ?? '');
}

it('names street and district where a map on this computer knows them', async () => {
  const street = { name: 'Rua das Flores', away: 4 };
  const places = await placesWith({ street, district: 'Centro', source: 'map' });
  expect(places.filter((place) => place === 'Rua das Flores, Centro').length).toBeGreaterThan(5);
});

it('names the town where no map knows a street', async () => {
  const places = await placesWith({ street: null, district: null, source: 'places' });
  expect(places.filter((place) => place.includes('Campinas')).length).toBeGreaterThan(5);
});
