import { describe, expect, it } from 'vitest';
import { channels } from '@contract/channels';
import { ownWindowOf, screenAddressSchema } from '@contract/windows';

describe('a screen’s address', () => {
  it.each([
    '/map',
    '/replay?vehicle=abc&day=2026-03-10',
    '/alerts?tab=rules',
    '/vehicles?new',
    '/settings/map#units',
  ])('is %s', (address) => {
    expect(screenAddressSchema.safeParse(address).success).toBe(true);
  });

  it.each(['map', '//evil.example', '/map#x y', '/a/../b', 'https://evil.example', '/map?a b'])(
    'is not %s',
    (address) => {
      expect(screenAddressSchema.safeParse(address).success).toBe(false);
    },
  );

  it('has a window of its own for map, replay and alerts alone', () => {
    const names = ['/map', '/replay?day=x', '/alerts', '/settings', '/mapx', '/'].map(ownWindowOf);
    expect(names).toEqual(['map', 'replay', 'alerts', null, null, null]);
    const { input } = channels['desktop.openWindow'];
    expect(input.safeParse('/settings').success).toBe(false);
  });
});
