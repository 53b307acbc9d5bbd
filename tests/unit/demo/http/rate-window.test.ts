import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateWindow } from '@demo/http/rate-window';

describe('the rate window', () => {
  it('never admits more than its limit in any 60 seconds, and never refuses without need', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 12 }), (pauses, limit) => {
        let now = 0;
        const window = new RateWindow(() => now);
        const admitted: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const recent = admitted.filter((time) => now - time < 60_000).length;
          const wait = window.admit('key', limit);
          expect(wait === 0).toBe(recent < limit);
          if (wait === 0) admitted.push(now);
          else {
            // A caller that waits as long as told is let in.
            const later = admitted.filter((time) => now + wait * 1000 - time < 60_000).length;
            expect(later).toBeLessThan(limit);
          }
        }
      }),
    );
  });

  it('counts every arrival for its record, refused or not', () => {
    let now = 0;
    const window = new RateWindow(() => now);
    for (let i = 0; i < 5; i += 1) window.admit('key', 3);
    now = 59_999;
    window.admit('other', 3);
    expect(window.most).toBe(6);
    now = 60_000;
    window.admit('key', 3);
    expect(window.most).toBe(6);
  });
});
