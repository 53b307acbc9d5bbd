import { LatLng, Point } from 'leaflet';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick, shallowRef } from 'vue';
import type { Track } from '@contract/trajectories';
import PlaybackMap from '@/features/playback/PlaybackMap.vue';
import { usePlayer, type Player } from '@/features/playback/use-player';
import type { FleetMap } from '@/map/core/create-map';
import { render } from '../../render';
import { dayFrom, trackOf } from './tracks';

/** What became of the line and of the map, in its order. */
const { done } = vi.hoisted(() => ({ done: [] as string[] }));

vi.mock('@/map/layers/track-line-layer', () => ({
  drawnEvent: 'drawn',
  TrackLineLayer: class {
    on(): void {
      // Nothing is drawn.
    }
    setTime(until: number): void {
      done.push(`at ${until}`);
    }
    setTrack(fixes: object | null, fit?: () => void): void {
      done.push(fixes === null ? 'no line' : 'line');
      fit?.();
    }
  },
}));

vi.mock('@/map/BaseMap.vue', async () => {
  const vue = await import('vue');
  return {
    default: vue.defineComponent({
      emits: ['ready'],
      setup(_, { emit }) {
        vue.onMounted(() => {
          emit('ready', map);
        });
        return () => vue.h('section');
      },
    }),
  };
});

/** A map that shows every place at its edge, whence a followed vehicle is brought to the middle. */
const map = {
  leaflet: {
    on: () => undefined,
    getSize: () => new Point(1000, 500),
    getCenter: () => new LatLng(-23, -46),
    latLngToContainerPoint: () => new Point(5, 5),
  },
  add: () => () => undefined,
  onPersonMove: () => () => undefined,
  zoomAround: () => undefined,
  keepFitted: () => done.push('fitted'),
  refit: () => done.push('fitted again'),
  centreOn: () => done.push('centred'),
} as unknown as FleetMap;

const day = trackOf([{ at: dayFrom + 1000 }, { at: dayFrom + 2000 }]);

async function open(follows: boolean) {
  const shown = shallowRef<Track | null>(null);
  const players: Player[] = [];
  const Screen = defineComponent({
    setup() {
      const made = usePlayer(shown);
      players.push(made);
      return () => h(PlaybackMap, { player: made, today: '2026-03-11', follows });
    },
  });
  await render(Screen);
  const [player] = players;
  if (player === undefined) throw new Error('There is no player.');
  done.length = 0;
  return { shown, player };
}

beforeEach(() => {
  done.length = 0;
});

describe('the map of a replay', () => {
  it('has a line drawn before all else that follows from its track', async () => {
    const { shown } = await open(false);
    shown.value = day;
    expect(done).toEqual(['no line', 'at -Infinity', 'line', 'fitted']);
    await nextTick();
    expect(done.slice(4)).toEqual([`at ${dayFrom + 1000}`]);
  });

  it('shows the whole of a new track, and follows its vehicle from its next move on', async () => {
    const { shown, player } = await open(true);
    shown.value = day;
    await nextTick();
    expect(done).not.toContain('centred');
    player.seek(dayFrom + 1500);
    expect(done.slice(-2)).toEqual([`at ${dayFrom + 1500}`, 'centred']);
  });

  it('goes on where it is with a day that was read again', async () => {
    const { shown, player } = await open(false);
    shown.value = day;
    await nextTick();
    player.seek(dayFrom + 1500);
    done.length = 0;
    shown.value = { ...day };
    expect(done).toEqual([`at ${dayFrom + 1500}`, 'line', 'fitted again']);
  });

  it('lets the line go with its track', async () => {
    const { shown } = await open(false);
    shown.value = day;
    await nextTick();
    shown.value = null;
    expect(done.slice(-1)).toEqual(['no line']);
  });
});
