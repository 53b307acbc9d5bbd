import { beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { Place } from '@contract/rules/longitudes';
import type { Where } from '@contract/where';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useNamedByServer } from '@/app/where/use-named-by-server';
import { render, settled } from '../../render';

const nothing: Where = { street: null, district: null, town: null, source: 'places' };
const byServer: Where = { ...nothing, street: { name: 'Rua Nova', away: 3 }, source: 'geocoder' };
const byMap: Where = { ...nothing, street: { name: 'Rua do Mapa', away: 3 }, source: 'map' };

let asked: Place[];
const place = shallowRef<Place | null>(null);
const local = shallowRef<Where | null>(null);
let shown: () => string | undefined;

beforeEach(() => {
  asked = [];
  place.value = { latitude: -27.6, longitude: -48.55 };
  local.value = nothing;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

async function open(namesPositions: boolean): Promise<void> {
  const Screen = defineComponent(() => {
    const where = useNamedByServer(
      () => place.value,
      () => local.value,
    );
    return () => h('p', where.value?.street?.name ?? 'no street');
  });
  const answer = (point: Place) => {
    asked.push(point);
    return byServer;
  };
  const wrapper = await render(Screen, {
    office: { answers: { 'search.where': answer as never } },
  });
  shown = () => wrapper.text();
  const server = { kind: 'photon', address: 'https://example.com', isPrivate: false } as const;
  await useSettingsStore().update({ geocoder: { ...server, namesPositions } });
  await settled();
}

async function wait(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
}

it('the server names the street where no map does, once the place has stayed', async () => {
  await open(true);
  await wait(500);
  place.value = { latitude: -27.61, longitude: -48.55 };
  await wait(500);
  expect(asked).toEqual([]);
  await wait(500);
  expect(asked).toEqual([{ latitude: -27.61, longitude: -48.55 }]);
  expect(shown()).toBe('Rua Nova');
});

it('its answer holds for some meters, and for no more', async () => {
  await open(true);
  await wait(1_000);
  place.value = { latitude: -27.6005, longitude: -48.55 };
  await wait(1_000);
  expect(asked).toHaveLength(1);
  expect(shown()).toBe('Rua Nova');
  place.value = { latitude: -27.602, longitude: -48.55 };
  await settled();
  expect(shown()).toBe('no street');
  await wait(1_000);
  expect(asked).toHaveLength(2);
});

it('it is asked nothing where a map names the street, and nothing without leave', async () => {
  local.value = byMap;
  await open(true);
  await wait(2_000);
  expect(shown()).toBe('Rua do Mapa');
  await useSettingsStore().update({
    geocoder: { kind: 'photon', address: 'https://example.com', isPrivate: false },
  });
  local.value = nothing;
  await wait(2_000);
  expect(shown()).toBe('no street');
  expect(asked).toEqual([]);
});
