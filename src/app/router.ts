import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router';
import type { CollectionName } from '@contract/collections';
import { collectionNames } from '@contract/resources';
import { useLiveStore } from '@/features/live-map/live-store';
import type { MessageKey } from '@/i18n/i18n';
import { useFleetStore } from './stores/fleet-store';

declare module 'vue-router' {
  interface RouteMeta {
    /** Name of the screen, in title bar and window title. */
    title?: MessageKey;
    /** The collection it shows: the status bar tells the age of that one. */
    collection?: CollectionName;
    /** It shows where vehicles are: the status bar tells how old that is. */
    isMap?: boolean;
  }
}

const mapScreen = () => import('@/features/live-map/Page.vue');

/** So long, ms, the first map waits for the fleet: with it its lists are made once, not three times. */
const TOGETHER = 500;

/** The map, with what is kept of the fleet where that comes at once. */
async function mapWithFleet() {
  const [screen] = await Promise.all([
    mapScreen(),
    Promise.race([fleetAtHand(), new Promise((resolve) => setTimeout(resolve, TOGETHER))]),
  ]);
  return screen;
}

function fleetAtHand(): Promise<unknown> {
  return Promise.all([useFleetStore().start(), useLiveStore().start()]);
}

const routes = (): RouteRecordRaw[] => [
  { path: '/', redirect: '/map' },
  {
    path: '/map',
    name: 'map',
    meta: { title: 'app.screens.map', isMap: true },
    component: mapWithFleet,
  },
  {
    path: '/replay',
    name: 'replay',
    meta: { title: 'app.screens.replay' },
    component: () => import('@/features/playback/Page.vue'),
  },
  {
    path: '/zones',
    name: 'zones',
    meta: { title: 'app.screens.zones' },
    component: () => import('@/features/zones/Page.vue'),
  },
  ...collectionNames().map((collection): RouteRecordRaw => ({
    path: `/${collection}`,
    name: collection,
    meta: { title: `app.screens.${collection}`, collection },
    component: () => import('@/features/records/Page.vue'),
    props: { collection },
  })),
  {
    path: '/outbox',
    name: 'outbox',
    meta: { title: 'app.screens.outbox' },
    component: () => import('@/features/outbox/Page.vue'),
  },
  {
    path: '/alerts',
    name: 'alerts',
    meta: { title: 'app.screens.alerts' },
    component: () => import('@/features/alerts/Page.vue'),
  },
  {
    path: '/settings/:section?',
    name: 'settings',
    meta: { title: 'app.screens.settings' },
    component: () => import('@/features/settings/Page.vue'),
  },
  {
    path: '/licenses',
    name: 'licenses',
    meta: { title: 'settings.licenses.title' },
    component: () => import('@/features/licenses/Page.vue'),
  },
  {
    path: '/help',
    name: 'help',
    meta: { title: 'app.screens.help' },
    component: () => import('@/features/help/Page.vue'),
  },
  {
    path: '/diagnose',
    name: 'diagnose',
    meta: { title: 'diagnose.title' },
    component: () => import('@/features/diagnose/Page.vue'),
  },
  { path: '/:unknown(.*)*', redirect: '/map' },
];

/**
 * Begins to load the map, and to ask for what it shows, where the address leads there, as it does at
 * nearly every start.
 */
export function loadMapAhead(hash: string): void {
  const isMap = ['', '#', '#/'].includes(hash) || /^#\/map\b/.test(hash);
  // What is wrong with it is told when it opens.
  if (isMap) Promise.all([mapScreen(), fleetAtHand()]).catch(() => undefined);
}

/** The screens of the signed-in document; each is loaded when it is first opened. */
export function createScreens() {
  return createRouter({ history: createWebHashHistory(), routes: routes() });
}
