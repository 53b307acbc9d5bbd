import { expect, it } from 'vitest';
import type { RecordsPatch } from '@contract/records';
import { RecordPatches } from '@core/fleet/record-patches';
import { VirtualClock } from '../virtual-clock';

function open() {
  const clock = new VirtualClock();
  const rest = { isOn: false };
  const patches = new RecordPatches({
    clock,
    describe: () => Promise.resolve({}),
    isAtRest: () => rest.isOn,
  });
  const heard: RecordsPatch[] = [];
  patches.subscribe((patch) => heard.push(patch));
  const derived = () => heard.map((patch) => patch.derived?.['vehicles']);
  return { clock, rest, patches, heard, derived };
}

it('while nobody is at work lists hear together of what vehicles do, at work within a moment', async () => {
  const { clock, rest, patches, derived } = open();
  patches.noteDerived('vehicles', ['v1'], 'vehicle');
  await clock.advance(250);
  expect(derived()).toEqual([['v1']]);
  rest.isOn = true;
  patches.noteDerived('vehicles', ['v2'], 'vehicle');
  await clock.advance(20_000);
  patches.noteDerived('vehicles', ['v3'], 'vehicle');
  expect(derived()).toHaveLength(1);
  await clock.advance(10_000);
  expect(derived()).toEqual([['v1'], ['v2', 'v3']]);

  patches.noteDerived('vehicles', ['v4'], 'vehicle');
  await clock.advance(1_000);
  rest.isOn = false;
  patches.noteDerived('vehicles', ['v5'], 'vehicle');
  await clock.advance(250);
  expect(derived().at(-1)).toEqual(['v4', 'v5']);
});

it('records that changed wait for nothing, and take along what does', async () => {
  const { clock, rest, patches, heard, derived } = open();
  rest.isOn = true;
  patches.noteDerived('vehicles', ['v1'], 'vehicle');
  patches.note({ kind: 'changed', collection: 'vehicles', keys: ['v2'] });
  await clock.advance(250);
  expect(heard[0]?.changed['vehicles']).toEqual(['v2']);
  expect(derived()[0]).toEqual(['v1']);
  await clock.advance(60_000);
  expect(heard).toHaveLength(1);
});

it('what a person did is told within a moment, whether or not they seem to be at work', async () => {
  const { clock, rest, patches, derived } = open();
  rest.isOn = true;
  patches.noteDerived('vehicles', ['v1'], 'vehicle');
  patches.noteDerived('vehicles', ['v2'], 'person');
  await clock.advance(250);
  expect(derived()).toEqual([['v1', 'v2']]);
});
