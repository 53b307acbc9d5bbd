import { describe, expect, it } from 'vitest';
import { allowMarkup, allowWorker } from '@/app/trusted-types';

const page = 'fleetdesk://app/index.html';

describe('text that becomes markup', () => {
  it.each(['500 m', 'Natural Earth · GeoNames', '<svg/>'])(
    'is let through where it is Leaflet’s: %s',
    (text) => {
      expect(allowMarkup(text)).toBe(text);
    },
  );

  it.each(['<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', '<span>|</span>', 'a < b'])(
    'is refused where it is anything else: %s',
    (text) => {
      expect(allowMarkup(text)).toBeNull();
    },
  );
});

describe('the address of a worker', () => {
  it('is one of the page’s own', () => {
    const own = 'fleetdesk://app/assets/worker.js';
    expect(allowWorker(own, page)).toBe(own);
    expect(allowWorker('/assets/worker.js', page)).toBe('/assets/worker.js');
  });

  it.each(['https://example.com/worker.js', 'data:text/javascript,1', 'fleetdesk://other/x.js'])(
    'is refused where it is another: %s',
    (address) => {
      expect(allowWorker(address, page)).toBeNull();
    },
  );
});
