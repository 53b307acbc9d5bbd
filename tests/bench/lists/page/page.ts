import '@/ui/base.css';
import { createPinia } from 'pinia';
import { createApp, h } from 'vue';
import { createMemoryHistory, createRouter, RouterView } from 'vue-router';
import type { RecordKey, RecordRow } from '@contract/records';
import { installBridge, type Bridge } from '@/bridge';
import Page from '@/features/records/Page.vue';
import { i18nPlugin, loadLanguage, setLocale } from '@/i18n/i18n';
import { motions } from '@contract/fixes';
import { makeFleet, type Fleet } from '../fleet';
import { watchLongFrames } from '../../window/long-frames';
import type { ListsPage } from '../scrolling';

const SEED = 1;
/** Milliseconds until an answer of main's is there. */
const ANSWERS_AFTER = 8;
const element = document.getElementById('app') as HTMLElement;
const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Rows as main tells them, with what lists show beside the fields. */
function rowsOf(fleet: Fleet): (collection: string, keys: readonly RecordKey[]) => RecordRow[] {
  const { vehicles, devices, users } = fleet;
  const numbers = new Map(vehicles.map(({ id }, index) => [id, index]));
  const others = new Map([...devices, ...users].map((record) => [record.id, record]));
  const plain: Omit<RecordRow, 'key' | 'fields'> = {
    ...{ mark: 'none', changed: [], readAt: 1, goneAt: null },
  };
  return (collection, keys) =>
    keys.flatMap((key): RecordRow[] => {
      if (collection !== 'vehicles') {
        const record = others.get(key);
        return record ? [{ ...plain, key, fields: record.fields }] : [];
      }
      const index = numbers.get(key);
      if (index === undefined) return [];
      const derived = {
        drivers: [users[index % users.length]?.id ?? ''],
        devices: [devices[index]?.id ?? ''],
        lastContact: Date.now() - index * 1_000,
        liveState: motions[index % motions.length] ?? null,
        connection: index % 5 === 0 ? 'silent' : 'live',
        ...{ latitude: -23 + (index % 300) / 100, longitude: -46 - (index % 700) / 100 },
        ...{ place: 'Campinas', placeDistance: 3_000 + index, placeBearing: index % 360 },
      };
      return [{ ...plain, key, fields: vehicles[index]?.fields ?? {}, derived }];
    });
}

/** A main that knows one fleet. Its answers come later, and as copies, as they do over the bridge. */
function bridgeTo(fleet: Fleet): Bridge {
  const keys = fleet.vehicles.map(({ id }) => id);
  const rows = rowsOf(fleet);
  const known: Record<string, (input: never) => unknown> = {
    'records.find': () => ({ keys }),
    'records.rows': (wanted: { collection: string; keys: readonly RecordKey[] }) =>
      rows(wanted.collection, wanted.keys),
    'places.where': ({ points }: { points: readonly unknown[] }) => ({
      ...{ places: points.map(() => null), isComplete: true },
    }),
  };
  const snapshots: Record<string, unknown> = {
    store: { phase: 'open', error: null, setAside: null, damaged: null, bytes: 1 },
    records: { syncs: {} },
  };
  const offline = { ok: false, error: { code: 'offline', message: 'There is no service.' } };
  const noun = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, verb) => async (input: never) => {
          const answer = known[`${name}.${String(verb)}`];
          await new Promise((resolve) => setTimeout(resolve, ANSWERS_AFTER));
          return answer ? structuredClone({ ok: true, data: answer(input) }) : offline;
        },
      },
    );
  const subscribe = (topic: string, listener: { snapshot(state: unknown): void }) => {
    const snapshot = snapshots[topic];
    if (snapshot !== undefined) setTimeout(() => listener.snapshot(snapshot));
    return () => undefined;
  };
  return new Proxy({} as Bridge, {
    get: (_, name) => (name === 'subscribe' ? subscribe : noun(String(name))),
  });
}

const page: ListsPage = {
  async open(vehicles) {
    installBridge(bridgeTo(makeFleet(vehicles, SEED)));
    await loadLanguage('en');
    setLocale('en');
    const routes = [{ path: '/vehicles', component: Page, props: { collection: 'vehicles' } }];
    const router = createRouter({ history: createMemoryHistory(), routes });
    await router.push('/vehicles');
    const began = performance.now();
    createApp({ render: () => h(RouterView, { style: { height: '100%' } }) })
      .use(createPinia())
      .use(i18nPlugin)
      .use(router)
      .mount(element);
    const isThere = (): boolean =>
      element.querySelector('.row') !== null && element.querySelector('.row .skeleton') === null;
    while (!isThere()) await frame();
    await frame();
    return performance.now() - began;
  },
  watch() {
    const end = watchLongFrames();
    return () => end().map(({ duration }) => duration);
  },
  place() {
    const table = element.querySelector('.table');
    const box = table?.getBoundingClientRect();
    const inSight = [...element.querySelectorAll('.row')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return box !== undefined && bottom > box.top && top < box.bottom;
    });
    return {
      top: table?.scrollTop ?? 0,
      rows: inSight.length,
      unread: inSight.filter((row) => row.querySelector('.skeleton') !== null).length,
    };
  },
};

Object.assign(window, { listsBench: page });
