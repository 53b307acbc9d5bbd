import { isBuiltIn, type BuiltInCollection } from '@contract/collections';
import {
  addressOfScreen,
  builtInScreens,
  keysOfScreen,
  type BuiltInScreen,
} from '@contract/screens';
import { describedKinds, kindOf } from '@/features/kinds';
import { pathOf, type RecordKind } from '@/features/records/kind';
import {
  BellRing,
  CircleQuestionMark,
  CloudUpload,
  Hexagon,
  Map as MapIcon,
  Route,
  Settings,
} from '@lucide/vue';
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
  /** Below the others, at the foot of the rail. */
  isFoot?: true;
  /** What a service profile describes: a group of its own. */
  isDescribed?: true;
};

function screenOf({ collection, icon }: RecordKind): Screen {
  return { to: pathOf(collection), label: `app.screens.${collection}`, icon };
}

const icons: Readonly<Record<Exclude<BuiltInScreen, BuiltInCollection>, Component>> = {
  map: MapIcon,
  replay: Route,
  zones: Hexagon,
  outbox: CloudUpload,
  alerts: BellRing,
  settings: Settings,
};

function builtInScreen(name: BuiltInScreen): Screen {
  const keys = keysOfScreen(name);
  const icon = isBuiltIn(name) ? kindOf(name).icon : icons[name];
  return {
    to: addressOfScreen(name),
    label: `app.screens.${name}`,
    icon,
    ...(keys !== undefined && { keys }),
  };
}

/** The screens there are, in the order of the rail. */
export function screens(): readonly Screen[] {
  const described = describedKinds().map((kind) => ({
    ...screenOf(kind),
    isDescribed: true as const,
  }));
  const outboxAt = builtInScreens.indexOf('outbox');
  return [
    ...builtInScreens.slice(0, outboxAt).map(builtInScreen),
    ...described,
    ...builtInScreens.slice(outboxAt, -1).map(builtInScreen),
    { to: '/help', label: 'app.screens.help', icon: CircleQuestionMark, isFoot: true },
    { ...builtInScreen('settings'), isFoot: true },
  ];
}

/** The address that leads to a screen; on that screen it is the one that it has, with all that is open. */
export function wayTo({ to }: Screen, route: RouteLocationNormalizedLoaded): string {
  const isHere = route.path === to || route.path.startsWith(`${to}/`);
  return isHere ? route.fullPath : to;
}
