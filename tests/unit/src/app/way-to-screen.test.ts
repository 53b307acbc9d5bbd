import { expect, it } from 'vitest';
import type { RouteLocationNormalizedLoaded } from 'vue-router';
import { screens, wayTo } from '@/app/screens';

it('the rail stays on a screen while a part of it has an address of its own', () => {
  const settings = screens().find(({ to }) => to === '/settings');
  if (!settings) throw new Error('no settings');
  const at = (path: string) =>
    ({ path, fullPath: `${path}#proxy` }) as RouteLocationNormalizedLoaded;
  expect(wayTo(settings, at('/settings/network'))).toBe('/settings/network#proxy');
  expect(wayTo(settings, at('/settings'))).toBe('/settings#proxy');
  expect(wayTo(settings, at('/settingsOfOthers'))).toBe('/settings');
});
