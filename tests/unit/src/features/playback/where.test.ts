import { beforeEach, expect, it, vi } from 'vitest';
import { shallowRef } from 'vue';
import type { Where, WhereQuestion } from '@contract/where';
import PlayerReadout from '@/features/playback/PlayerReadout.vue';
import { buildTimeline } from '@/features/playback/timeline';
import TimelineList from '@/features/playback/TimelineList.vue';
import type { TrackState } from '@/features/playback/playback-maths';
import type { Player, Reading } from '@/features/playback/use-player';
import { render, settled } from '../../render';
import { dayFrom, stopOf, trackOf } from './tracks';

const minute = 60_000;
const at = (minutes: number) => dayFrom + minutes * minute;

let asked: WhereQuestion[] = [];

/** Each street is called by the latitude it was asked for. */
function answer(question: WhereQuestion) {
  asked.push(question);
  const places = question.points.map(({ latitude }): Where => ({
    ...{ district: 'Centro', town: null, source: 'map' },
    street: { name: `Rua ${latitude.toFixed(2)}`, away: 2 },
  }));
  return { places, isComplete: true };
}

const office = { answers: { 'places.where': answer as never } };

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

async function wait(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
}

function state(change: Partial<TrackState> = {}): TrackState {
  return {
    ...{ time: at(1), knowledge: 'known', index: 0, latitude: -23, longitude: -46 },
    ...{ heading: 90, speed: 50, ignition: true, speedComputed: false, headingComputed: false },
    ...{ gap: null, sinceFix: null },
    ...change,
  } as TrackState;
}

async function openReadout(speed: number, isPlaying: boolean) {
  const reading = shallowRef<Reading>({ time: at(1), vehicle: state(), motion: 'moving' });
  const playing = shallowRef(isPlaying);
  const player = { reading, playing, speed: shallowRef(speed) } as unknown as Player;
  const read = (vehicle: TrackState) => {
    reading.value = { ...reading.value, vehicle };
  };
  const wrapper = await render(PlayerReadout, { props: { player }, office });
  return { read, playing, words: () => wrapper.find('.where').text() };
}

it('stops of which the service tells no address are told by the map', async () => {
  const track = trackOf([{ at: at(0), latitude: -23 }], {
    stops: [
      { ...stopOf(at(0), at(10)), address: 'Rua das Palmeiras, 120' },
      { ...stopOf(at(20), at(30)), latitude: -23.51 },
      { ...stopOf(at(40), at(50)), latitude: -23.52 },
    ],
  });
  const player = { time: shallowRef(at(0)), seek: () => undefined } as unknown as Player;
  const entries = buildTimeline(track);
  const wrapper = await render(TimelineList, { props: { entries, track, player }, office });
  await wait(200);
  const rows = wrapper.findAll('li').map((row) => row.text());
  expect(rows[0]).toContain('Rua das Palmeiras, 120');
  expect(rows[1]).toContain('Rua -23.51, Centro');
  expect(rows[2]).toContain('Rua -23.52, Centro');
  expect(asked.map(({ points }) => points.length)).toEqual([2]);
});

it('the readout tells where the vehicle is while a person can read it', async () => {
  const { read, words } = await openReadout(60, false);
  await wait(600);
  expect(words()).toBe('Rua -23.00, Centro');
  read(state({ latitude: -23.2 }));
  await wait(600);
  expect(words()).toBe('Rua -23.20, Centro');
  read(state({ latitude: -23.2, knowledge: 'gap' as never }));
  await wait(600);
  expect(words()).toBe('');
});

it('playing slowly it asks now and then, playing fast never', async () => {
  const slow = await openReadout(10, true);
  for (let frame = 0; frame < 60; frame += 1) {
    slow.read(state({ latitude: -23 - frame / 1000 }));
    await vi.advanceTimersByTimeAsync(16);
  }
  expect(asked.length).toBeLessThanOrEqual(2);
  asked = [];
  const fast = await openReadout(60, true);
  for (let frame = 0; frame < 60; frame += 1) {
    fast.read(state({ latitude: -24 - frame / 1000 }));
    await vi.advanceTimersByTimeAsync(16);
  }
  await wait(2_000);
  const ofFast = asked.flatMap(({ points }) => points).filter(({ latitude }) => latitude <= -24);
  expect(ofFast).toEqual([]);
  fast.playing.value = false;
  await wait(600);
  expect(fast.words()).toBe('Rua -24.06, Centro');
});

it('a drive of which the service tells no address is told with the place where it ended', async () => {
  const fixes = [0, 5, 10, 15].map((minutes) => ({
    at: at(minutes),
    latitude: -23 - minutes / 100,
  }));
  const drive = { distance: 9_000, topSpeed: 60, startAddress: null, endAddress: null };
  const track = trackOf(fixes, {
    segments: [
      { ...drive, from: at(0), to: at(10) },
      { ...drive, from: at(11), to: at(14) },
      { ...drive, from: at(14), to: at(15), endAddress: 'Rua das Palmeiras, 120' },
    ],
  });
  const player = { time: shallowRef(at(0)), seek: () => undefined } as unknown as Player;
  const entries = buildTimeline(track);
  const wrapper = await render(TimelineList, { props: { entries, track, player }, office });
  await wait(200);
  const rows = wrapper.findAll('li').map((row) => row.text());
  expect(rows[0]).toContain('to Rua -23.10, Centro');
  // No fix is in it: nobody knows where it ended.
  expect(rows[1]).not.toContain('to ');
  expect(rows[2]).toContain('to Rua das Palmeiras, 120');
  expect(asked.flatMap(({ points }) => points)).toHaveLength(1);
});

it('all that is said of the vehicle can be read where the bar has no room for it', async () => {
  const player = {
    reading: shallowRef<Reading>({ time: at(1), vehicle: state(), motion: 'moving' }),
    ...{ playing: shallowRef(false), speed: shallowRef(1) },
  } as unknown as Player;
  const wrapper = await render(PlayerReadout, { props: { player }, office });
  const whole = (line: string) => wrapper.find(line).attributes('title');
  expect(whole('.doing .truncate')).toBe('50 km/h');
  expect(whole('.more')).toBe('east · 90° · ignition on');
});
