import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inlineGround } from '@adapters/places/inline-ground';
import { FleetdeskError } from '@contract/errors';
import type { MapSourcesState, MapSourceState } from '@contract/map-sources';
import type { Streets } from '@contract/streets';
import { Whereabouts } from '@core/places/whereabouts';
import { collectFaults } from '../../collect-faults';
import { cityDescription, mapFault } from '../map-sources/fake-archives';

const here = { latitude: -23.5, longitude: -46.6 };

/** Two streets side by side, one of them ending; some 110 m to a thousandth of a degree. */
const town: Streets = {
  name: 'Vila Clara',
  centre: [-46.6, -23.5],
  bbox: [-46.7, -23.6, -46.5, -23.4],
  roads: [
    {
      class: 'street',
      name: 'Rua das Flores',
      line: Float64Array.of(-46.61, -23.5, -46.59, -23.5),
    },
    {
      class: 'street',
      name: 'Rua do Sol',
      line: Float64Array.of(-46.61, -23.5002, -46.6, -23.5002),
    },
    { class: 'street', line: Float64Array.of(-46.61, -23.49, -46.59, -23.49) },
  ],
  areas: [],
  places: [
    { name: 'Vila Clara', kind: 'city', lng: -46.6, lat: -23.5 },
    { name: 'Centro', kind: 'district', lng: -46.601, lat: -23.501 },
  ],
};

const file = (change: Partial<MapSourceState> = {}): MapSourceState =>
  ({
    ...{ ...cityDescription, id: 1, shown: true, file: '/maps/city.pmtiles' },
    ...{ readable: true, fault: null },
    ...change,
  }) as MapSourceState;

let service: string | null = 'demo';
let sources: MapSourceState[] = [];
let tell: (state: MapSourcesState) => void = () => undefined;
const tile = vi.fn<(id: number) => Promise<Uint8Array | null>>();
const streets = vi.fn<() => Promise<Streets | null>>();

function open(ground = inlineGround()) {
  const whereabouts = new Whereabouts({
    sources: {
      state: () => ({ sources }),
      tile,
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    ...{ ground, streets, service: () => service },
  });
  const ask = (...points: { latitude: number; longitude: number }[]) =>
    whereabouts.where({ points, locale: 'pt-BR' });
  return { whereabouts, ask, first: async (at = here) => (await ask(at)).places[0] };
}

beforeEach(() => {
  service = 'demo';
  sources = [];
  tile.mockReset().mockResolvedValue(null);
  streets.mockReset().mockResolvedValue(town);
});

describe('where a point is', () => {
  it('street, district and town of the demo', async () => {
    const { first } = open();
    expect(await first({ latitude: -23.4999, longitude: -46.595 })).toMatchObject({
      street: { name: 'Rua das Flores', away: 11 },
      ...{ district: 'Centro', source: 'streets' },
      town: { name: 'Vila Clara', isIn: true },
    });
  });

  it('without any map the nearest built-in place, how far and in which direction', async () => {
    streets.mockResolvedValue(null);
    const { first } = open();
    const campinas = await first({ latitude: -22.75, longitude: -46.95 });
    expect(campinas).toMatchObject({ street: null, district: null, source: 'places' });
    expect(campinas?.town?.isIn).toBe(false);
    expect(campinas?.town?.away).toBeGreaterThan(2_000);
  });

  it('at sea, at the poles and beside the date line there is a place too', async () => {
    service = null;
    const { ask } = open();
    const { places } = await ask(
      { latitude: -10.5, longitude: -31.8 },
      { latitude: 90, longitude: 0 },
      { latitude: -90, longitude: 0 },
      { latitude: -21.14, longitude: -175.3 },
      { latitude: -16.8, longitude: 179.99 },
      { latitude: -16.8, longitude: -179.99 },
    );
    const [sea, , south, tonga, west, east] = places;
    expect(sea?.town).toMatchObject({ isIn: false });
    expect(sea?.town?.away).toBeGreaterThan(300_000);
    expect(sea?.town?.bearing).toBeGreaterThan(90);
    expect(sea?.town?.bearing).toBeLessThan(180);
    expect(south?.town?.bearing).toBe(180);
    expect(tonga?.town?.name).toBe('Nuku‘alofa');
    // A few kilometers apart, on both sides of the line.
    expect(west?.town?.name).toBe(east?.town?.name);
    expect(Math.abs((west?.town?.away ?? 0) - (east?.town?.away ?? 0))).toBeLessThan(3_000);
    expect(streets).not.toHaveBeenCalled();
  });
});

describe('what is kept', () => {
  it('a point a few meters on has the same answer, without another look', async () => {
    const ground = inlineGround();
    const locate = vi.spyOn(ground, 'locate');
    const { first } = open(ground);
    const clear = { latitude: -23.49992, longitude: -46.59504 };
    await first(clear);
    await first({ latitude: clear.latitude + 2e-5, longitude: clear.longitude });
    expect(locate).toHaveBeenCalledTimes(1);
  });

  it('between two streets the rounding puts no vehicle into the other one', async () => {
    const { first } = open();
    // Both lie in one square of some eleven meters; the middle between the streets is 23.5001.
    const near = await first({ latitude: -23.50009, longitude: -46.605 });
    const far = await first({ latitude: -23.50012, longitude: -46.605 });
    expect([near?.street?.name, far?.street?.name]).toEqual(['Rua das Flores', 'Rua do Sol']);
  });

  it('another service has other streets; its own are read once', async () => {
    const { first } = open();
    await first();
    await first({ latitude: -23.51, longitude: -46.6 });
    expect(streets).toHaveBeenCalledTimes(1);
    service = 'https://other.example';
    streets.mockResolvedValue(null);
    expect((await first())?.street).toBeNull();
    expect(streets).toHaveBeenCalledTimes(2);
  });

  it('a map that is opened is looked at for points that were asked about before', async () => {
    const { first } = open();
    await first();
    expect(tile).not.toHaveBeenCalled();
    sources = [file()];
    tell({ sources });
    await first();
    expect(tile).toHaveBeenCalled();
  });

  it('online maps and pictures are never asked for names', async () => {
    sources = [
      file({ content: { form: 'raster' } }),
      file({ shown: false }),
      file({ readable: false }),
    ];
    const { first } = open();
    expect((await first())?.source).toBe('streets');
    expect(tile).not.toHaveBeenCalled();
  });
});

describe('what goes wrong', () => {
  it('a drive that does not answer: the rest is told, and that there may soon be more', async () => {
    sources = [file()];
    tile.mockRejectedValue(mapFault('map-file-gone'));
    const { ask } = open();
    const answer = await ask(here);
    expect(answer).toMatchObject({ isComplete: false });
    expect(answer.places[0]?.street?.name).toBe('Rua das Flores');
    tile.mockResolvedValue(null);
    expect((await ask(here)).isComplete).toBe(true);
  });

  it('a map that is hidden while its names are looked up: the answer is not kept', async () => {
    sources = [file()];
    tile.mockImplementationOnce(() => {
      sources = [];
      tell({ sources });
      return Promise.resolve(null);
    });
    const { ask } = open();
    expect((await ask(here)).isComplete).toBe(false);
    const again = await ask(here);
    expect(again.isComplete).toBe(true);
    expect(again.places[0]).toMatchObject({
      ...{ source: 'streets', street: { name: 'Rua das Flores' } },
    });
  });

  it('a broken tile is left out for good', async () => {
    sources = [file()];
    tile.mockRejectedValue(
      new FleetdeskError({ code: 'file-unreadable', reason: 'map-damaged', message: '' }),
    );
    const { ask } = open();
    expect((await ask(here)).isComplete).toBe(true);
    const reads = tile.mock.calls.length;
    await ask({ latitude: -23.5004, longitude: -46.6 });
    expect(tile).toHaveBeenCalledTimes(reads);
  });

  it('bytes that are no vector tile harm nothing', async () => {
    sources = [file()];
    tile.mockResolvedValue(new TextEncoder().encode('<html>not found</html>'));
    const { ask } = open();
    expect((await ask(here)).places[0]?.street?.name).toBe('Rua das Flores');
  });

  it('the thread that keeps the names ends: it is filled again for the next question', async () => {
    const faults = collectFaults();
    const ground = inlineGround();
    const { ask } = open(ground);
    vi.spyOn(ground, 'locate').mockImplementationOnce(async () => {
      await ground.close();
      throw new Error('ended');
    });
    const answer = await ask(here);
    expect(answer.isComplete).toBe(false);
    expect(answer.places[0]?.town?.name).toBeDefined();
    expect((await ask(here)).places[0]?.street?.name).toBe('Rua das Flores');
    expect(faults).toHaveBeenCalledTimes(1);
  });

  it('streets that could not be read are asked for again', async () => {
    collectFaults();
    streets.mockRejectedValueOnce(new Error('the demo ended'));
    const { first } = open();
    expect((await first())?.street).toBeNull();
    expect((await first())?.street?.name).toBe('Rua das Flores');
  });
});
