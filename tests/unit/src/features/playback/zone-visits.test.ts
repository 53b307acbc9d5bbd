import { expect, it, vi } from 'vitest';
import type { Zone } from '@contract/zones';
import { useZonesStore } from '@/app/stores/zones-store';
import { useBridge } from '@/bridge';
import ZoneVisits from '@/features/playback/ZoneVisits.vue';
import { render, settled, textOnPage } from '../../render';
import { dayFrom, trackOf } from './tracks';

const minute = 60_000;
const minutes = [0, 1, 2, 3, 4];

it('the replay tells how long the vehicle was in a zone, and goes to where it came in', async () => {
  const track = trackOf(
    minutes.map((each) => ({
      at: dayFrom + each * minute,
      latitude: 0,
      longitude: (each - 2) / 100,
    })),
  );
  const seek = vi.fn();
  await render(ZoneVisits, { props: { track, onSeek: seek }, office: {} });
  const zone: Zone = {
    ...{ id: 'depot', name: 'Depot', color: '#2F5BD0', group: null, isShown: true },
    shape: { kind: 'circle', center: { latitude: 0, longitude: 0 }, radius: 1112 },
  };
  await useZonesStore().start();
  expect(textOnPage()).not.toContain('Depot');
  await useBridge().zones.save([zone]);
  await settled();
  expect(textOnPage()).toMatch(/Time in zones ?Depot ?2/);
  document.querySelector<HTMLElement>('.times button')?.click();
  const [at] = (seek.mock.calls[0] ?? []) as number[];
  expect(((at ?? 0) - dayFrom) / minute).toBeCloseTo(1, 1);
});
