import { describe, expect, it } from 'vitest';
import { momentOfText } from '@core/service/decoders/moments';
import { toMoment } from '@core/service/decoders/object-reader';

describe('a time of ISO 8601', () => {
  it.each([
    '2026-03-10T12:00:00Z',
    '2026-03-10T12:00:00.000000Z',
    '2026-03-10 12:00:00',
    '2026-03-10 12:00',
    '2026-03-10T12',
    '2026-03-10 09:00:00-03',
    '2026-03-10 09:00:00 -03:00',
    '2026-03-10T09:00:00-0300',
    '2026-03-10T12:00:00,000Z',
    '2026-03-10 12:00:00 UTC',
    '2026-03-10t12:00:00z',
    '20260310T120000Z',
    '20260310T0900-03',
    '20260310 120000Z',
    '2026-W11-2T12:00:00Z',
    '2026W112T12Z',
    '2026-069T12:00Z',
    '2026069T120000Z',
  ])('is read as %s', (text) => {
    expect(toMoment(text)).toBe(Date.UTC(2026, 2, 10, 12));
  });

  it.each(['soon', '2026', '2026-13-01T00:00:00Z', '2026-03-10T25:00:00Z', '10/03/2026', ''])(
    'is not taken out of "%s"',
    (text) => {
      expect(momentOfText(text)).toBeNull();
    },
  );
});
