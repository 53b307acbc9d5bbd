import { describe, expect, it } from 'vitest';
import { browserMapAddress } from '@contract/browser-map';

describe('the address of the browser map', () => {
  it('holds the position', () => {
    expect(browserMapAddress({ latitude: -23.55052, longitude: -46.633308 })).toBe(
      'https://www.openstreetmap.org/?mlat=-23.550520&mlon=-46.633308#map=17/-23.550520/-46.633308',
    );
  });

  it('is an HTTPS address with plain numbers for any position', () => {
    expect(browserMapAddress({ latitude: 1e-9, longitude: -180 })).toBe(
      'https://www.openstreetmap.org/?mlat=0.000000&mlon=-180.000000#map=17/0.000000/-180.000000',
    );
  });
});
