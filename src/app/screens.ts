import { CloudUpload, Map as MapIcon, Route, Settings, Truck, UserRound } from '@lucide/vue';
import type { Component } from 'vue';
import type { MessageKey } from './i18n';

/** A screen as rail and palette offer it. */
export type Screen = { to: string; label: MessageKey; icon: Component; keys: string };

/** The screens there are, in the order of the rail; settings stand at its foot. */
export const screens: readonly Screen[] = [
  { to: '/map', label: 'app.screens.map', icon: MapIcon, keys: 'mod+1' },
  { to: '/replay', label: 'app.screens.replay', icon: Route, keys: 'mod+2' },
  { to: '/vehicles', label: 'app.screens.vehicles', icon: Truck, keys: 'mod+3' },
  { to: '/users', label: 'app.screens.users', icon: UserRound, keys: 'mod+6' },
  { to: '/outbox', label: 'app.screens.outbox', icon: CloudUpload, keys: 'mod+8' },
  { to: '/settings', label: 'app.screens.settings', icon: Settings, keys: 'mod+,' },
];
