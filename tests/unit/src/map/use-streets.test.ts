import { createPinia, setActivePinia } from 'pinia';
import { effectScope, nextTick, type EffectScope } from 'vue';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionState } from '@contract/session';
import type { Streets } from '@contract/streets';
import { useSessionStore } from '@/app/stores/session-store';
import { installBridge, type Bridge } from '@/bridge';
import { useStreets } from '@/map/use-streets';

const streetsOf = (name: string): Streets => ({
  ...{ name, centre: [0, 0], bbox: [0, 0, 1, 1], areas: [], places: [] },
  roads: [1, 2].map((at) => ({ class: 'street', line: Float64Array.of(0, 0, at, at) })),
});
const town = streetsOf('Town');
const other = streetsOf('Other');
const ask = vi.fn<() => Promise<unknown>>();
let scope: EffectScope;

function answer(data: Streets | null): void {
  ask.mockResolvedValue({ ok: true, data });
}

async function become(change: Partial<SessionState>): Promise<void> {
  const session = useSessionStore();
  session.state = { ...session.state, ...change };
  await nextTick();
  await flushPromises();
}

const link = (state: 'online' | 'offline') => ({
  link: { state, since: null, lastAnswerAt: null, error: null },
});
const at = (id: string) => ({ connection: { id } as SessionState['connection'] });

beforeEach(async () => {
  ask.mockReset();
  setActivePinia(createPinia());
  installBridge({ basemap: { streets: ask } } as unknown as Bridge);
  scope = effectScope();
  answer(null);
  await become({ ...at('one'), phase: 'signed-in' });
});

afterEach(() => {
  scope.stop();
});

const streetsOfMap = () => scope.run(useStreets) ?? { value: undefined };

it('streets are asked for once a page, however many maps it has', async () => {
  answer(town);
  const maps = [streetsOfMap(), streetsOfMap()];
  await flushPromises();
  expect(maps.map(({ value }) => value)).toEqual([town, town]);
  await become(link('online'));
  const { value: kept } = streetsOfMap();
  expect(kept).toEqual(town);
  const buffers = new Set(kept?.roads.map(({ line }) => line.buffer));
  expect(buffers.size, 'the buffers of its lines').toBe(1);
  expect(ask).toHaveBeenCalledOnce();
});

it('streets that a person without a link got none of come once there is one', async () => {
  await become(link('offline'));
  const streets = streetsOfMap();
  await flushPromises();
  expect(streets.value).toBeNull();
  answer(town);
  await become(link('online'));
  expect(streets.value).toEqual(town);
});

it('streets come where the question failed, or was under way while the session came', async () => {
  ask.mockResolvedValue({ ok: false });
  const streets = streetsOfMap();
  await flushPromises();
  let end: (answer: unknown) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  await become({ phase: 'expired' });
  answer(town);
  await become({ phase: 'signed-in' });
  end({ ok: true, data: null });
  await flushPromises();
  expect(streets.value).toEqual(town);
});

it('streets of one connection are not those of another', async () => {
  answer(town);
  const streets = streetsOfMap();
  await flushPromises();
  answer(other);
  await become(at('two'));
  expect(streets.value).toEqual(other);
  answer(null);
  await become(at('three'));
  expect(streets.value).toBeNull();
});
