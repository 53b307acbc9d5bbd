import { beforeEach, describe, expect, it } from 'vitest';
import { HttpFailure } from '@core/ports/http-transport';
import type { TileAnswer } from '@core/ports/tile-network';
import { errorOf } from '../../error-of';
import { tileAnswer } from '../map-world';
import { OnlineMaps } from '../online-maps';
import { capabilities, layer } from './wms-answers';

const address = 'https://gis.office.example/ows?map=/city.map&LAYERS=old&request=GetMap';
const roads = capabilities(layer('roads', 'Stra\u00DFen'));

let online: OnlineMaps;

beforeEach(async () => {
  online = await OnlineMaps.open();
  answer(roads);
});

/** What the server answers, and how. */
function answer(text: string | Uint8Array, more: Partial<TileAnswer> = {}): void {
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  online.world.tileNetwork.answer = () => tileAnswer({}, { body, ...more });
}

const read = (more: Partial<Parameters<typeof online.sources.readWms>[0]> = {}) =>
  online.sources.readWms({ address, isPrivate: false, source: null, ...more });

describe('a WMS', () => {
  it('is asked at the address that was entered, with what is its own, within the limits of a tile', async () => {
    expect(await read()).toMatchObject({ layers: [{ name: 'roads', title: 'Straßen' }] });
    const [asked] = online.world.tileNetwork.asked;
    expect(asked?.url).toBe(
      'https://gis.office.example/ows?map=/city.map&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities',
    );
    expect(asked).toMatchObject({ timeout: 10_000, maxBytes: 2 * 1024 * 1024 });
    expect(asked?.headers['user-agent']).toBe('Fleetdesk/0.1.0');
  });

  it('that writes another encoding than UTF-8 is read in it', async () => {
    const text = roads.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
    answer(Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
    expect((await read()).layers[0]?.title).toBe('Straßen');
    answer(roads.replace('encoding="UTF-8"', 'encoding="made-up"'));
    expect((await read()).layers[0]?.title).toBe('Straßen');
  });

  it('is asked with the key that the keychain has, and only for the address that it belongs to', async () => {
    const whole = `${address}&token=s3cret`;
    online.world.tileNetwork.answer = () => tileAnswer();
    const map = await online.sources.addOnline({
      ...{ kind: 'wms', address: whole, layers: 'roads', subdomains: [], name: 'City' },
      ...{ attribution: '', maxZoom: 22, isPrivate: false, namesPlaces: true },
    });
    answer(roads);
    const shown = 'online' in map ? map.online.address : '';
    expect(shown).toContain('token=•••');
    await read({ address: shown, source: map.id });
    expect(online.asked().at(-1)).toContain('token=s3cret');
    const other = shown.replace('gis.office', 'elsewhere');
    expect(await errorOf(read({ address: other, source: map.id }))).toMatchObject({
      reason: 'map-address',
    });
    await online.world.keychain.remove('map-source id-1');
    await online.restart();
    expect(await errorOf(read({ address: shown, source: map.id }))).toMatchObject({
      reason: 'map-key',
    });
  });

  it('that nobody waits for any more is given up', async () => {
    online.world.tileNetwork.answer = () => new Promise(() => undefined);
    const controller = new AbortController();
    const asked = errorOf(
      online.sources.readWms({ address, isPrivate: false, source: null }, controller.signal),
    );
    controller.abort();
    expect(await asked).toMatchObject({ code: 'cancelled' });
  });
});

describe('a WMS that can’t be asked says why', () => {
  it.each([
    [401, '', 'map-refused'],
    [403, roads, 'map-refused'],
    [404, '<html></html>', 'wms-answer'],
    [
      400,
      '<ServiceExceptionReport><ServiceException>No</ServiceException></ServiceExceptionReport>',
      'wms-refused',
    ],
    [429, '', 'map-busy'],
    [500, '<html>', 'map-server'],
    [503, roads, 'map-server'],
  ])('status %i', async (status, text, reason) => {
    answer(text, { status });
    expect(await errorOf(read())).toMatchObject({ reason });
  });

  it('in a private network: nothing is asked, nor after a redirect there', async () => {
    const { tileNetwork } = online.world;
    tileNetwork.addresses.set('inside.example', ['192.168.0.9']);
    const inside = { address: 'https://inside.example/ows' };
    expect(await errorOf(read(inside))).toMatchObject({ reason: 'map-private-address' });
    expect(online.asked()).toEqual([]);
    answer('', { status: 302, headers: { location: 'https://inside.example/ows' } });
    expect(await errorOf(read())).toMatchObject({ reason: 'map-private-address' });
    expect(online.asked()).toHaveLength(1);
    answer(roads);
    expect(await read({ ...inside, isPrivate: true })).toMatchObject({ version: '1.3.0' });
  });

  it('without encryption, or at no address: nothing is asked', async () => {
    for (const wrong of ['http://gis.office.example/ows', 'gis.office.example', 'https://a/{b}']) {
      expect(await errorOf(read({ address: wrong }))).toMatchObject({ reason: 'map-address' });
    }
    expect(online.asked()).toEqual([]);
  });

  it.each([
    ['too-large', 'wms-too-large'],
    ['timeout', 'map-timeout'],
    ['refused', 'map-offline'],
  ] as const)('%s', async (kind, reason) => {
    online.world.tileNetwork.answer = () => {
      throw new HttpFailure(kind, 'It failed.', { sent: 'maybe' });
    };
    expect(await errorOf(read())).toMatchObject({ reason });
  });
});
