import { beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { Where, WhereAnswer } from '@contract/where';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { restTicks, tickAlong } from '@/app/ticks';
import { useWhere, type Placed } from '@/app/where/use-where';
import { useBridge } from '@/bridge';
import { setLocale } from '@/i18n/i18n';
import { render } from '../../render';

const told = (name: string): Where => ({
  ...{ district: null, town: null, source: 'map' },
  street: { name, away: 1 },
});
const at = (latitude: number, longitude = 0) => ({ latitude, longitude });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

/** A screen of vehicles; each street is called by the latitude it was asked for. */
async function show(...first: Placed[]) {
  const wanted = shallowRef<readonly Placed[]>(first);
  const answer: { isComplete: boolean; fails: boolean } = { isComplete: true, fails: false };
  const asked: { points: { latitude: number; longitude: number }[]; locale: string }[] = [];
  const page = defineComponent(() => {
    vi.spyOn(useBridge().places, 'where').mockImplementation((question) => {
      asked.push(question);
      if (answer.fails)
        return Promise.resolve({ ok: false, error: { code: 'timeout', message: '' } });
      const places = question.points.map(({ latitude }) => told(latitude.toFixed(4)));
      const data: WhereAnswer = { places, isComplete: answer.isComplete };
      return Promise.resolve({ ok: true, data });
    });
    const whereOf = useWhere(() => wanted.value);
    return () => h('p', wanted.value.map(({ id }) => whereOf(id)?.street?.name ?? '–').join(' '));
  });
  const wrapper = await render(page);
  const wait = (time: number) => vi.advanceTimersByTimeAsync(time);
  await wait(100);
  return {
    wanted,
    answer,
    asked,
    wait,
    text: () => wrapper.text(),
    leave: () => wrapper.unmount(),
  };
}

it('all that is on show is asked for at once, what has no place is not', async () => {
  const { asked, text } = await show(
    { id: 'a', place: at(1) },
    { id: 'b', place: null },
    { id: 'c', place: at(2, 184.8) },
  );
  expect(asked).toHaveLength(1);
  expect(asked[0]?.points).toEqual([at(1), at(2, expect.closeTo(-175.2, 6) as never)]);
  expect(text()).toBe('1.0000 – 2.0000');
});

it('a vehicle that only trembles is not asked about again, one that moves on is', async () => {
  const { asked, wanted, wait, text } = await show({ id: 'a', place: at(1) });
  wanted.value = [{ id: 'a', place: at(1.0001) }];
  await wait(100);
  expect(asked).toHaveLength(1);
  wanted.value = [{ id: 'a', place: at(1.0003) }];
  await wait(50);
  // Until the answer is there, what was said some meters back.
  expect(text()).toBe('1.0000');
  await wait(100);
  expect(text()).toBe('1.0003');
});

it('while nobody is at work a question goes with the next picture, and its answer with one more', async () => {
  const { asked, wanted, wait, text } = await show({ id: 'a', place: at(1) });
  restTicks(true);
  wanted.value = [{ id: 'a', place: at(1.001) }];
  await wait(1_000);
  expect(asked).toHaveLength(1);
  wanted.value = [
    { id: 'a', place: at(1.001) },
    { id: 'b', place: at(2) },
  ];
  tickAlong();
  await wait(1_000);
  expect(asked[1]?.points).toHaveLength(2);
  expect(text()).toBe('1.0000 –');
  tickAlong();
  await wait(0);
  expect(text()).toBe('1.0010 2.0000');
  wanted.value = [{ id: 'a', place: at(1.002) }];
  await wait(1_000);
  restTicks(false);
  await wait(0);
  expect(text()).toBe('1.0020');
});

it('what was said of another place is never shown', async () => {
  const { wanted, answer, wait, text } = await show({ id: 'a', place: at(1) });
  answer.fails = true;
  wanted.value = [{ id: 'a', place: at(1.01) }];
  await wait(1_000);
  expect(text()).toBe('–');
  answer.fails = false;
  await wait(16_000);
  expect(text()).toBe('1.0100');
});

it('a map file that did not answer is asked again later', async () => {
  const { asked, answer, wait } = await show({ id: 'a', place: at(1) });
  answer.isComplete = false;
  useMapSourcesStore().state = { sources: [source(1)] };
  await wait(100);
  expect(asked).toHaveLength(2);
  answer.isComplete = true;
  await wait(16_000);
  expect(asked).toHaveLength(3);
  await wait(60_000);
  expect(asked).toHaveLength(3);
});

it('other languages and other maps know other names', async () => {
  const { asked, wait } = await show({ id: 'a', place: at(1) });
  setLocale('es');
  await wait(100);
  expect(asked.at(-1)?.locale).toBe('es');
  useMapSourcesStore().state = { sources: [source(1)] };
  await wait(100);
  expect(asked).toHaveLength(3);
});

it('more than one call takes is asked for in several', async () => {
  const many = Array.from({ length: 450 }, (_, index) => ({
    id: `v${index}`,
    place: at(index / 10),
  }));
  const { asked, wait, text } = await show(...many);
  await wait(1_000);
  expect(asked.map(({ points }) => points.length)).toEqual([200, 200, 50]);
  expect(text()).not.toContain('–');
});

it('a screen that is left asks for nothing more', async () => {
  const { asked, answer, wait, wanted, leave } = await show({ id: 'a', place: at(1) });
  answer.fails = true;
  wanted.value = [{ id: 'a', place: at(2) }];
  await wait(100);
  const before = asked.length;
  leave();
  await wait(60_000);
  expect(asked).toHaveLength(before);
});

function source(id: number) {
  return { id, shown: true, readable: true } as never;
}
