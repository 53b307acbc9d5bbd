import { expect, it } from 'vitest';
import { joinStreets, partStreets } from '@contract/rules/street-lines';
import type { Streets } from '@contract/streets';

const streets: Streets = {
  ...{ name: 'Vila Nova', centre: [-46.9, -11.1], bbox: [-47, -11.2, -46.8, -11] },
  roads: [
    { class: 'avenue', name: 'Avenida Brasil', line: Float64Array.of(-46.9, -11.1, -46.8, -11.1) },
    { class: 'street', line: Float64Array.of(-46.95, -11.15, -46.85, -11.05) },
  ],
  areas: [{ kind: 'park', ring: Float64Array.of(-46.9, -11.1, -46.8, -11.1, -46.8, -11) }],
  places: [{ name: 'Vila Nova', kind: 'city', lng: -46.9, lat: -11.1 }],
};

const buffersOf = ({ roads, areas }: Streets) =>
  new Set([...roads.map(({ line }) => line.buffer), ...areas.map(({ ring }) => ring.buffer)]);

it('streets that are kept have one buffer for all of their lines, as large as these', () => {
  const kept = joinStreets(streets);
  expect(kept).toEqual(streets);
  expect([...buffersOf(kept)].map(({ byteLength }) => byteLength)).toEqual([14 * 8]);
  expect(buffersOf(structuredClone(kept)).size, 'also in another thread').toBe(1);
});

it('each line of streets that are sent to a page has a buffer of its own, and no larger one', () => {
  const sent = partStreets(joinStreets(streets));
  expect(sent).toEqual(streets);
  expect([...buffersOf(sent)].map(({ byteLength }) => byteLength)).toEqual([4 * 8, 4 * 8, 6 * 8]);
});
