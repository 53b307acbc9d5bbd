import { recordKinds } from '@/features/kinds';
import { pathOf } from '@/features/records/kind';
import { CloudUpload, Map as MapIcon, Route, Settings } from '@lucide/vue';
import type { Component } from 'vue';
import type { RouteLocationNormalizedLoaded } from 'vue-router';
import type { MessageKey } from './i18n';

/** A screen as rail and palette offer it. */
export type Screen = { to: string; label: MessageKey; icon: Component; keys: string };

type Place = Omit<Screen, 'keys'>;

const numbered: readonly Place[] = [
  { to: '/map', label: 'app.screens.map', icon: MapIcon },
  { to: '/replay', label: 'app.screens.replay', icon: Route },
  ...recordKinds.map(({ collection, icon }) => ({
    to: pathOf(collection),
    label: `app.screens.${collection}` as const,
    icon,
  })),
  { to: '/outbox', label: 'app.screens.outbox', icon: CloudUpload },
];

/** The screens there are, in the order of the rail; settings stand at its foot. */
export const screens: readonly Screen[] = [
  ...numbered.map((screen, at) => ({ ...screen, keys: `mod+${at + 1}` })),
  { to: '/settings', label: 'app.screens.settings', icon: Settings, keys: 'mod+,' },
];

/** The address that leads to a screen; on that screen it is the one that it has, with all that is open. */
export function wayTo({ to }: Screen, route: RouteLocationNormalizedLoaded): string {
  return route.path === to ? route.fullPath : to;
}
