import { describe, expect, it } from 'vitest';
import {
  capabilitiesAddress,
  faultOfMapAddress,
  maskedAddress,
  tileAddress,
} from '@contract/rules/map-address';

const xyz = { kind: 'xyz', layers: '', subdomains: [] } as const;
const wms = { kind: 'wms', layers: 'roads, places', subdomains: [] } as const;
const place = { z: 3, x: 5, y: 2 };

describe('the address of a tile', () => {
  it.each([
    ['https://a.example/{z}/{x}/{y}.png', 'https://a.example/3/5/2.png'],
    ['https://a.example/{z}/{x}/{-y}.png', 'https://a.example/3/5/5.png'],
    ['https://a.example/{z}/{x}/{y}{r}.png', 'https://a.example/3/5/2@2x.png'],
    ['https://a.example/t?z={z}&x={x}&y={y}', 'https://a.example/t?z=3&x=5&y=2'],
  ])('%s', (address, expected) => {
    expect(tileAddress({ ...xyz, address }, place)).toBe(expected);
  });

  it('spreads over the subdomains, the same tile always on the same one', () => {
    const map = {
      ...xyz,
      subdomains: ['a', 'b', 'c'],
      address: 'https://{s}.t.example/{z}/{x}/{y}',
    };
    expect(tileAddress(map, { z: 3, x: 0, y: 0 })).toBe('https://a.t.example/3/0/0');
    expect(tileAddress(map, { z: 3, x: 1, y: 0 })).toBe('https://b.t.example/3/1/0');
    expect(tileAddress(map, place)).toBe(tileAddress(map, place));
  });

  it('of a WMS asks for the square in metres', () => {
    const address = 'https://wms.example/ows?map=/city.map&REQUEST=GetCapabilities&SERVICE=WMS';
    const url = new URL(tileAddress({ ...wms, address }, { z: 1, x: 0, y: 0 }));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      map: '/city.map',
      SERVICE: 'WMS',
      VERSION: '1.3.0',
      REQUEST: 'GetMap',
      LAYERS: 'roads,places',
      STYLES: '',
      FORMAT: 'image/png',
      TRANSPARENT: 'TRUE',
      CRS: 'EPSG:3857',
      BBOX: '-20037508.342789244,0,0,20037508.342789244',
      WIDTH: '512',
      HEIGHT: '512',
    });
  });

  it('of a WMS 1.1.1 names the projection as that version does', () => {
    const address = 'https://wms.example/ows?version=1.1.1&layers=air';
    const url = new URL(tileAddress({ ...wms, layers: '', address }, place));
    expect(url.searchParams.get('SRS')).toBe('EPSG:3857');
    expect(url.searchParams.get('CRS')).toBeNull();
    expect(url.searchParams.get('LAYERS')).toBe('air');
  });
});

describe('a WMS of which a person chose what it offers', () => {
  const chosen = { version: '1.1.1', format: 'image/jpeg', crs: 'EPSG:900913' } as const;
  const address = 'https://wms.example/ows?version=1.3.0&format=image/png&map=/city.map';

  it('is asked in that way, whatever its address says', () => {
    const { searchParams } = new URL(tileAddress({ ...wms, address, wms: chosen }, place));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ map: '/city.map', VERSION: '1.1.1', FORMAT: 'image/jpeg', SRS: 'EPSG:900913' },
      // A JPEG has no transparent parts, and some servers refuse to be asked for them.
      TRANSPARENT: 'FALSE',
    });
  });

  it('is asked for a format with a parameter as one value', () => {
    const format = 'image/png; mode=8bit';
    const { searchParams } = new URL(
      tileAddress({ ...wms, address, wms: { ...chosen, format } }, place),
    );
    expect(searchParams.get('FORMAT')).toBe(format);
    expect(searchParams.get('mode')).toBeNull();
  });

  it('is asked what it offers with what is its own in the address, in the version that it names', () => {
    expect(capabilitiesAddress('https://wms.example/ows')).toBe(
      'https://wms.example/ows?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities',
    );
    const old = 'https://wms.example/?key=k&layers=a&service=wms&version=1.1.1&request=GetMap';
    expect(capabilitiesAddress(old)).toBe(
      'https://wms.example/?key=k&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities',
    );
  });
});

describe('what is wrong with an address', () => {
  it.each([
    ['https://a.example/{z}/{x}/{y}.png', null],
    ['https://{s}.a.example/{z}/{x}/{-y}', null],
    ['http://127.0.0.1:9000/{z}/{x}/{y}', null],
    ['http://localhost/{z}/{x}/{y}', null],
    ['http://a.example/{z}/{x}/{y}', 'plain-http'],
    ['http://127.0.0.1.evil.example/{z}/{x}/{y}', 'plain-http'],
    ['https://me:secret@a.example/{z}/{x}/{y}', 'credentials'],
    ['https://a.example/{z}/{x}.png', 'no-places'],
    ['https://a.example/{z}/{x}/{y}?key={apikey}', 'unknown-part'],
    ['a.example/{z}/{x}/{y}', 'not-address'],
    ['ftp://a.example/{z}/{x}/{y}', 'not-address'],
    ['file:///maps/{z}/{x}/{y}', 'not-address'],
    ['https://a.example/{z}/{x}/{y} .png', 'not-address'],
  ])('%s: %s', (address, fault) => {
    expect(faultOfMapAddress({ ...xyz, address })).toBe(fault);
  });

  it('a WMS needs layers', () => {
    const address = 'https://wms.example/ows';
    expect(faultOfMapAddress({ ...wms, address })).toBeNull();
    expect(faultOfMapAddress({ ...wms, layers: ' ,', address })).toBe('no-layers');
  });
});

describe('an address without its key', () => {
  it.each([
    ['https://a.example/{z}/{x}/{y}.png', 'https://a.example/{z}/{x}/{y}.png'],
    ['https://a.example/{z}/{x}/{y}.png?key=abc', 'https://a.example/{z}/{x}/{y}.png?key=•••'],
    ['https://a.example/t?z={z}&x={x}&y={y}', 'https://a.example/t?z={z}&x={x}&y={y}'],
    ['https://a.example/k3y0fTheOffice0123456/{z}/{x}/{y}', 'https://a.example/•••/{z}/{x}/{y}'],
    ['https://w.example/ows?layers=a&token=b=c', 'https://w.example/ows?layers=a&token=•••'],
    ['https://w.example/ows?pk.eyJ1Ijoib2ZmaWNlIn0123', 'https://w.example/ows?•••'],
    [
      'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    ],
  ])('%s', (address, shown) => {
    expect(maskedAddress(address)).toBe(shown);
  });
});
