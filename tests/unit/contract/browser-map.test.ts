import { expect, it } from 'vitest';
import {
  browserMapAddress,
  browserMapSchema,
  defaultBrowserMap,
  faultOfBrowserMap,
} from '@contract/browser-map';

it('shows a position in a browser map, to the sixth digit', () => {
  expect(browserMapAddress({ latitude: -23.55052, longitude: -46.633308 })).toBe(
    'https://www.openstreetmap.org/?mlat=-23.550520&mlon=-46.633308#map=17/-23.550520/-46.633308',
  );
});

it('writes tiny and round numbers without an exponent', () => {
  expect(browserMapAddress({ latitude: 1e-9, longitude: -180 })).toBe(
    'https://www.openstreetmap.org/?mlat=0.000000&mlon=-180.000000#map=17/0.000000/-180.000000',
  );
});

it('shows it in the map that a person chose', () => {
  const template = 'https://maps.example.com/?q={lat},{lon}&z=16';
  expect(faultOfBrowserMap(template)).toBeNull();
  expect(browserMapAddress({ latitude: 1, longitude: 2 }, template)).toBe(
    'https://maps.example.com/?q=1.000000,2.000000&z=16',
  );
});

it.each([
  [defaultBrowserMap, null],
  ['', 'not-address'],
  ['maps.example.com/{lat},{lon}', 'not-address'],
  ['http://maps.example.com/{lat},{lon}', 'not-https'],
  ['javascript:alert({lat},{lon})', 'not-https'],
  ['file:///etc/{lat}/{lon}', 'not-https'],
  ['https://office:secret@maps.example.com/{lat}/{lon}', 'credentials'],
  // A name server would learn the position.
  ['https://x{lat}.example.com/{lon}', 'not-address'],
  ['https://example.com:{lat}/{lon}', 'not-address'],
  ['https://maps.example.com/{lat}', 'no-position'],
  ['https://maps.example.com/{lat}/{lon}/{plate}', 'unknown-part'],
  ['https://maps.example.com/ {lat}/{lon}', 'not-address'],
  ['https://maps.example.com/{lat}/{lon}}', 'not-address'],
  [`https://maps.example.com/{lat}/{lon}?${'a'.repeat(500)}`, 'too-long'],
])('the address of a browser map %s is judged: %s', (template, fault) => {
  expect(faultOfBrowserMap(template)).toBe(fault);
  expect(browserMapSchema.safeParse(template).success).toBe(fault === null);
});
