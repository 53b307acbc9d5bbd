import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isLinkLike,
  LINK_AT_MOST,
  readDeepLink,
  writeDeepLink,
  type LinkedScreen,
} from '@contract/deep-links';

const id = 'abcDEF123456789';
const ids = fc.stringMatching(/^[a-zA-Z0-9]{15}$/);
const two = (max: number) => fc.nat(max).map((n) => String(n).padStart(2, '0'));
const times = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'));
const days = fc
  .date({
    min: new Date('1990-01-01'),
    max: new Date('2090-01-01'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const screens: fc.Arbitrary<LinkedScreen> = fc.oneof(
  fc.record({ screen: fc.constantFrom('vehicle', 'device', 'user'), id: ids }),
  fc.record({
    screen: fc.constant('replay' as const),
    vehicleId: ids,
    day: days,
    time: fc.option(times),
  }),
);

describe('a link into the app', () => {
  it('leads to what it was written for', () => {
    fc.assert(
      fc.property(screens, (screen) => {
        const link = writeDeepLink(screen);
        expect(isLinkLike(link)).toBe(true);
        expect(readDeepLink(link)).toEqual(screen);
      }),
    );
  });

  it('is read as browsers and people write it', () => {
    expect(readDeepLink(`FLEETDESK://Vehicle/${id}/`)).toEqual({ screen: 'vehicle', id });
    expect(readDeepLink(`fleetdesk://replay/${id}/2026-03-10?t=14:05`)).toEqual({
      ...{ screen: 'replay', vehicleId: id, day: '2026-03-10', time: '14:05:00' },
    });
  });

  it.each([
    ['another program’s scheme', `https://vehicle/${id}`],
    ['the pages of the app itself', 'fleetdesk://app/index.html'],
    ['a screen that has no link', 'fleetdesk://settings/x'],
    ['no identifier', 'fleetdesk://vehicle/'],
    ['an identifier that is too short', 'fleetdesk://vehicle/abc'],
    ['markup', 'fleetdesk://vehicle/<img src=x onerror=alert(1)>'],
    ['a foreign host', `fleetdesk://evil.example/vehicle/${id}`],
    ['a name and password', `fleetdesk://a:b@vehicle/${id}`],
    ['a port', `fleetdesk://vehicle:80/${id}`],
    ['percent signs', `fleetdesk://vehicle/%61${id.slice(1)}`],
    ['a way up', `fleetdesk://vehicle/../user/${id}`],
    ['a fragment', `fleetdesk://vehicle/${id}#/settings`],
    ['a query where none belongs', `fleetdesk://vehicle/${id}?delete`],
    ['a second line', `fleetdesk://vehicle/${id}\n--demo`],
    ['a script', `fleetdesk:javascript:alert(1)`],
    ['a day that no calendar has', `fleetdesk://replay/${id}/2026-02-30`],
    ['an hour that no day has', `fleetdesk://replay/${id}/2026-02-20?t=24:00`],
    ['an hour hidden by percent signs', `fleetdesk://replay/${id}/2026-02-20?t=10%3A00`],
    ['letters that only look like ours', `fleetdesk://vehicle/аbcDEF123456789`],
  ])('is not followed with %s', (_what, link) => {
    expect(readDeepLink(link)).toBe('unknown');
  });

  it('is not looked at when it is longer than any that Fleetdesk writes', () => {
    expect(readDeepLink(`fleetdesk://vehicle/${'a'.repeat(LINK_AT_MOST)}`)).toBe('overlong');
  });

  it('yields nothing but checked identifiers, days and times, whatever the text', () => {
    const pieces = fc.array(
      fc.constantFrom(
        ...`fleetdesk:// vehicle replay / ? t= 10:30 2026-03-10 % < ..`.split(' '),
        id,
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((each) => each.join('')),
        ),
        (text) => {
          const read = readDeepLink(text);
          if (typeof read === 'string') return;
          expect(writeDeepLink(read)).toMatch(/^fleetdesk:\/\/[a-z]+\/[a-zA-Z0-9]{15}/);
        },
      ),
    );
  });
});
