import { builtInKinds, describedKinds } from '@/features/kinds';
import { pathOf, type RecordKind } from '@/features/records/kind';
import { BellRing, CloudUpload, Hexagon, Map as MapIcon, Route, Settings } from '@lucide/vue';
import type { Component } from 'vue';
import type { RouteLocationNormalizedLoaded } from 'vue-router';
import type { MessageKey } from '@/i18n/i18n';

/** A screen as rail and palette offer it. */
export type Screen = {
  to: string;
  label: MessageKey;
  icon: Component;
  /** Its shortcut; zones, alerts and what a service profile describes have none, as there are nine digits. */
  keys?: string;
  /** What a service profile describes: a group of its own. */
  isDescribed?: true;
};

function screenOf({ collection, icon }: RecordKind): Screen {
  return { to: pathOf(collection), label: `app.screens.${collection}`, icon };
}

const numbered: readonly Screen[] = [
  { to: '/map', label: 'app.screens.map', icon: MapIcon },
  { to: '/replay', label: 'app.screens.replay', icon: Route },
  ...builtInKinds.map(screenOf),
  { to: '/outbox', label: 'app.screens.outbox', icon: CloudUpload },
];

/** The screens there are, in the order of the rail; settings stand at its foot. */
export function screens(): readonly Screen[] {
  const keyed = numbered.map((screen, at) => ({ ...screen, keys: `mod+${at + 1}` }));
  const described = describedKinds().map((kind) => ({
    ...screenOf(kind),
    isDescribed: true as const,
  }));
  return [
    ...keyed.slice(0, 2),
    { to: '/zones', label: 'app.screens.zones', icon: Hexagon },
    ...keyed.slice(2, -1),
    ...described,
    ...keyed.slice(-1),
    { to: '/alerts', label: 'app.screens.alerts', icon: BellRing },
    { to: '/settings', label: 'app.screens.settings', icon: Settings, keys: 'mod+,' },
  ];
}

/** The address that leads to a screen; on that screen it is the one that it has, with all that is open. */
export function wayTo({ to }: Screen, route: RouteLocationNormalizedLoaded): string {
  return route.path === to ? route.fullPath : to;
}
