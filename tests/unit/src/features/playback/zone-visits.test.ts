import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { Zone } from '@contract/zones';
import { useZonesStore } from '@/app/stores/zones-store';
import { useBridge } from '@/bridge';
import DaySummaryStrip from '@/features/playback/DaySummaryStrip.vue';
import { buildTimeline } from '@/features/playback/timeline';
import TimelineList from '@/features/playback/TimelineList.vue';
import type { Player } from '@/features/playback/use-player';
import { timeInZones, useZoneVisits, zonesDuring } from '@/features/playback/zone-time';
import ZoneVisits from '@/features/playback/ZoneVisits.vue';
import { render, settled, textOnPage } from '../../render';
import { dayFrom, stopOf, trackOf } from './tracks';

const minute = 60_000;
const minutes = [0, 1, 2, 3, 4];
const at = (after: number) => dayFrom + after * minute;

const depot: Zone = {
  ...{ id: 'depot', name: 'Depot', color: '#2F5BD0', group: null, isShown: true },
  shape: { kind: 'circle', center: { latitude: 0, longitude: 0 }, radius: 1112 },
};

/** Drives through the depot, in about two minutes, and stands once in it and once outside. */
const track = trackOf(
  minutes.map((each) => ({ at: at(each), latitude: 0, longitude: (each - 2) / 100 })),
  { stops: [stopOf(at(1.5), at(2.5)), stopOf(at(3.4), at(4))] },
);

/** What of the day's panel tells of zones. */
async function open(seek = vi.fn()) {
  const player = { time: shallowRef(at(0)), seek } as unknown as Player;
  const entries = buildTimeline(track);
  const panel = defineComponent(() => {
    const visits = useZoneVisits(() => track);
    return () => [
      h(DaySummaryStrip, { summary: track.summary, inZones: timeInZones(visits.value) }),
      h(ZoneVisits, { visits: visits.value, onSeek: seek }),
      h(TimelineList, { entries, track, visits: visits.value, player }),
    ];
  });
  const wrapper = await render(panel, { office: {} });
  await useZonesStore().start();
  return wrapper;
}

describe('zones in the replay of a day', () => {
  it('tell how long the vehicle was in each, and lead to where it came in', async () => {
    const seek = vi.fn();
    await open(seek);
    expect(textOnPage()).not.toContain('Depot');
    await useBridge().zones.save([depot]);
    await settled();
    expect(textOnPage()).toMatch(/Time in zones ?Depot ?2/);
    document.querySelector<HTMLElement>('.times button')?.click();
    const [moment] = (seek.mock.calls[0] ?? []) as number[];
    expect(((moment ?? 0) - dayFrom) / minute).toBeCloseTo(1, 1);
  });

  it('are a figure of the day only where the vehicle was in one', async () => {
    const wrapper = await open();
    expect(textOnPage()).not.toContain('In zones');
    await useBridge().zones.save([depot]);
    await settled();
    const figures = wrapper.findAll('.strip > div').map((figure) => figure.text());
    expect(figures.find((figure) => figure.startsWith('In zones'))).toMatch(/2 ?min|2m/);
  });

  it('name the stops of the day that were in one', async () => {
    const wrapper = await open();
    await useBridge().zones.save([depot]);
    await settled();
    const rows = wrapper.findAll('.list li').map((row) => row.text());
    expect(rows.map((row) => row.includes('Depot'))).toEqual([true, false]);
  });
});

describe('the time in zones', () => {
  const visit = (zoneId: string, from: number, to: number) => ({
    ...{ zoneId, from, to, isFromUnknown: false, isToUnknown: false },
  });

  it('counts once where zones overlap', () => {
    expect(timeInZones([])).toBe(0);
    const visits = [visit('a', 0, 10), visit('b', 2, 8), visit('b', 9, 12), visit('a', 20, 25)];
    expect(timeInZones(visits)).toBe(17);
  });

  it('is a stop’s where half of the stop or more was spent there, in one visit or several', () => {
    const visits = [visit('a', 0, 3), visit('a', 5, 8), visit('b', 8, 10)];
    expect(zonesDuring(visits, { from: 0, to: 10 })).toEqual(['a']);
    expect(zonesDuring(visits, { from: 8, to: 10 })).toEqual(['b']);
    expect(zonesDuring(visits, { from: 12, to: 14 })).toEqual([]);
  });
});
