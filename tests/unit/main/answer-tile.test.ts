import { beforeEach, describe, expect, it } from 'vitest';
import { MapSources } from '@core/map-sources/map-sources';
import { answerWithTile, isTileAddress } from '@main/answer-tile';
import { contentSecurityPolicy } from '@main/renderer-files';
import { cityDescription, FakeArchives, mapFault } from '../core/map-sources/fake-archives';
import { mapWorld } from '../core/map-sources/map-world';
import { VirtualClock } from '../core/virtual-clock';

let archives: FakeArchives;
let sources: MapSources;

beforeEach(async () => {
  archives = new FakeArchives();
  archives.files.set('/maps/city', cityDescription);
  archives.files.set('/maps/air', { ...cityDescription, content: { form: 'raster' } });
  sources = await MapSources.open({ ...mapWorld(new VirtualClock()), archives });
  await sources.add('/maps/city');
  await sources.add('/maps/air');
});

const get = (path: string, method = 'GET') =>
  answerWithTile({ url: `fleetdesk://app${path}`, method }, sources);

/** The beginning of a PNG file, which says its size. */
function picture(edge: number): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(edge, 16);
  bytes.writeUInt32BE(edge, 20);
  return new Uint8Array(bytes);
}

describe('the address of a tile', () => {
  it('is told from those of files', () => {
    expect(isTileAddress('fleetdesk://app/tiles/1/0/0/0')).toBe(true);
    expect(isTileAddress('fleetdesk://app/index.html')).toBe(false);
    expect(isTileAddress('fleetdesk://app/assets/tiles/1.js')).toBe(false);
    expect(isTileAddress('no address')).toBe(false);
  });

  it('answers its bytes, under the policy of all pages', async () => {
    const answer = await get('/tiles/1/3/2/1');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(Buffer.from([3, 2, 1]));
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/vnd.mapbox-vector-tile',
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('answers 204 where the source has none', async () => {
    expect((await get('/tiles/1/15/0/0')).status).toBe(204);
  });

  it.each([
    '/tiles/3/3/2/1',
    '/tiles/1/3/8/1',
    '/tiles/1/3/2/1?file=/etc/passwd',
    '/tiles/..%2f1/3/2/1',
    '/tiles/',
  ])('%s names none', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('takes no other method', async () => {
    expect((await get('/tiles/1/3/2/1', 'POST')).status).toBe(405);
  });

  it('answers 502 for a file that can not be read', async () => {
    archives.tileFault = mapFault('map-file-gone');
    expect((await get('/tiles/1/3/2/1')).status).toBe(502);
  });

  it.each([
    ['image/png', picture(256), 200],
    ['none that is huge', picture(30_000), 502],
  ])('answers a picture: %s', async (type, bytes, status) => {
    archives.tileBytes = bytes;
    const answer = await get('/tiles/2/3/2/1');
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.headers['Content-Type']).toBe(type);
  });

  it('answers 502 for a picture that is none by its first bytes', async () => {
    expect((await get('/tiles/2/3/2/1')).status).toBe(502);
  });
});
