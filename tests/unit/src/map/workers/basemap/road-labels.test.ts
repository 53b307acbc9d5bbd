import { expect, it } from 'vitest';
import { worldSize } from '@/map/core/projection';
import { createNameRoom, type Context } from '@/map/workers/basemap/label';
import { basemapColorTokens } from '@/map/workers/basemap/messages';
import { createRoadLabels, namedRoad, type NamedRoad } from '@/map/workers/basemap/road-labels';
import { restingView } from '@/map/workers/zoom-glide';

const zoom = 16;
const view = restingView({
  ...{ zoom, ratio: 1, inset: 100 },
  ...{ left: 0, top: 0, width: 1000, height: 800 },
});
const context = {
  measureText: (text: string) => ({ width: text.length * 7 }),
  ...{ getTransform: () => ({}), setTransform: () => undefined },
  ...{ translate: () => undefined, rotate: () => undefined, strokeText: () => undefined },
  fillText: (text: string) => written.push(text),
};
let written: string[] = [];

/** An avenue from one side of the map to the other, so many pixels from the top. */
const avenue = (name: string, top: number): NamedRoad =>
  namedRoad(
    name,
    'avenue',
    Float64Array.from([200, top, 600, top], (pixels) => pixels / worldSize(zoom)),
  );

/** The names that find room; where each is written, pixels from the top. */
function placed(roads: readonly NamedRoad[], room = createNameRoom()) {
  const labels = createRoadLabels(roads);
  return labels.place(context as unknown as Context, view, room, basemapColorTokens);
}

const namesOf = (roads: readonly NamedRoad[]): number[] =>
  placed(roads).map(({ y }) => Math.round(y * worldSize(zoom)));

it('both ways of a divided road bear its name once, and a road farther off bears it too', () => {
  expect(namesOf([avenue('Roosevelt Road', 300), avenue('Roosevelt Road', 330)])).toEqual([300]);
  expect(namesOf([avenue('Roosevelt Road', 300), avenue('Taylor Street', 330)])).toEqual([
    300, 330,
  ]);
  expect(namesOf([avenue('Roosevelt Road', 300), avenue('Roosevelt Road', 500)])).toEqual([
    300, 500,
  ]);
});

it('marks above and below a letter stay with it where a name runs along a road', () => {
  written = [];
  for (const { paint } of placed([avenue('ถนนพหล', 300), avenue('ที่นี่', 600)])) {
    paint(context as unknown as Context, 0, 0);
  }
  expect(written).toEqual(['ถ', 'น', 'น', 'พ', 'ห', 'ล', 'ที่', 'นี่']);
});

it.each(['شارع الملك فهد', 'דרך בגין 12', 'Rue شارع'])(
  'a name whose letters join or run from right to left is written in one run: %s',
  (name) => {
    written = [];
    for (const { paint } of placed([avenue(name, 300)])) {
      paint(context as unknown as Context, 0, 0);
    }
    expect(written).toEqual([name]);
  },
);

it('a name in one run is left out where its road bends, and others bend with it', () => {
  const bent = (name: string): NamedRoad =>
    namedRoad(
      name,
      'avenue',
      Float64Array.from(
        [200, 300, 300, 300, 395, 340, 480, 400],
        (pixels) => pixels / worldSize(zoom),
      ),
    );
  expect(placed([bent('شارع الملك فهد بن عبدالعزيز')])).toEqual([]);
  expect(placed([bent('Avenida Doutor Arnaldo Soares')])).toHaveLength(1);
});

it('a street that two maps hold bears its name once', () => {
  const room = createNameRoom();
  expect(placed([avenue('Rua Augusta', 300)], room)).toHaveLength(1);
  expect(placed([avenue('Rua Augusta', 330)], room)).toHaveLength(0);
});

it('all letters of a name are within its box', () => {
  const [label] = placed([avenue('Roosevelt Road', 300)]);
  const half = ('Roosevelt Road'.length * 7) / 2;
  // From one side of it to the other, with the height of letters and their halo.
  expect(label?.box.minX).toBeLessThan(-half - 2);
  expect(label?.box.maxX).toBeGreaterThan(half + 2);
  expect(label?.box.minY).toBeLessThan(-10);
  expect(label?.box.maxY).toBeGreaterThan(10);
});
