import { describe, expect, it } from 'vitest';
import { generateStreets } from '@demo/index';
import { cityOf } from '@demo/world/generate-streets';

const PATIENT = { timeout: 60_000 };

describe('streets', PATIENT, () => {
  it('are the same for the same seed, and others for another', () => {
    const first = generateStreets(5);
    generateStreets(6);
    expect(generateStreets(5)).toEqual(first);
    expect(generateStreets(6)).not.toEqual(first);
  });

  it('can be posted to another thread', () => {
    const streets = generateStreets(1);
    expect(structuredClone(streets)).toEqual(streets);
  });

  it.each([1, 2, 3, 4, 5])('of seed %i have everything that a city has', (seed) => {
    const { name, roads, areas, places, bbox, centre } = generateStreets(seed);
    const roadsOf = (kind: string) => roads.filter((road) => road.class === kind);
    for (const kind of ['motorway', 'avenue', 'street', 'track']) {
      expect(roadsOf(kind).length).toBeGreaterThan(3);
    }
    for (const kind of ['park', 'water', 'industrial', 'urban']) {
      expect(areas.some((area) => area.kind === kind)).toBe(true);
    }
    expect(places.filter(({ kind }) => kind === 'city').map((place) => place.name)).toEqual([name]);
    expect(places.filter(({ kind }) => kind === 'village').length).toBeGreaterThan(5);
    expect(places.filter(({ kind }) => kind === 'district').length).toBeGreaterThan(20);
    expect(roads.every((road) => road.name !== undefined && road.name.length > 3)).toBe(true);
    const [west, south, east, north] = bbox;
    expect(centre[0] > west && centre[0] < east && centre[1] > south && centre[1] < north).toBe(
      true,
    );
    // About 40 by 30 km.
    expect((east - west) * 109.1).toBeGreaterThan(30);
    expect((east - west) * 109.1).toBeLessThan(45);
    expect((north - south) * 111.2).toBeGreaterThan(25);
    expect((north - south) * 111.2).toBeLessThan(35);
  });

  it('are drawn from tracks to motorways, water last of the areas', () => {
    const { roads, areas } = generateStreets(1);
    const order = ['track', 'street', 'avenue', 'motorway'];
    const ranks = roads.map((road) => order.indexOf(road.class));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const kinds = areas.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('park')).toBeLessThan(kinds.indexOf('water'));
  });

  it.each([1, 2, 3, 4, 5])(
    'of seed %i hang together: every road can be reached from every other',
    (seed) => {
      const { network } = cityOf(seed).value;
      const neighbours = new Map<number, number[]>();
      for (const { from, to } of network.edges) {
        neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
        neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
      }
      const seen = new Set([0]);
      const queue = [0];
      for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
        for (const next of neighbours.get(node) ?? []) {
          if (seen.has(next)) continue;
          seen.add(next);
          queue.push(next);
        }
      }
      expect(seen.size).toBe(network.nodes.length / 2);
    },
  );

  it('carry the river under bridges: no street of a district runs through water', () => {
    const { network, lines, terrain } = cityOf(1).value;
    for (const { line, path } of network.edges) {
      if (lines[line]?.class !== 'street') continue;
      const middle = (path.length >> 2) * 2;
      const bank = terrain.river.bankAt(path[middle] ?? 0, path[middle + 1] ?? 0);
      expect(bank.distance).toBeGreaterThan(bank.halfWidth);
    }
  });
});
