import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import type { Where, WhereQuestion } from '@contract/where';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useRecordsStore } from '@/app/stores/records-store';
import HoverCard from '@/features/live-map/HoverCard.vue';
import { useLiveStore } from '@/features/live-map/live-store';
import Page from '@/features/live-map/Page.vue';
import { createMap, type FleetMap } from '@/map/core/create-map';
import { giveLayout } from '../../layout';
import { render, settled } from '../../render';
import { now } from './live';

// The map draws on canvases in workers, which this DOM does not have.
vi.mock('@/features/live-map/LiveMap.vue', () => ({
  default: defineComponent({ setup: () => () => h('section', { 'aria-label': 'Map' }) }),
}));

const answer = ({ points }: WhereQuestion) => ({
  places: points.map((): Where => ({
    ...{ street: { name: 'Rua das Flores', away: 4 }, district: 'Centro', source: 'map' },
    town: { name: 'Campinas', away: 900, bearing: 10, isIn: true },
  })),
  isComplete: true,
});

const office: OfficeOptions = {
  settings: { listDetail: 'place' },
  ...{ now: () => now, vehicles: 30, isRead: true },
  answers: { 'places.where': answer },
};

async function wait(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await settled();
}

let map: FleetMap | null = null;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
  vi.setSystemTime(now);
  const takeAway = giveLayout(600, 800);
  return () => {
    takeAway();
    vi.useRealTimers();
  };
});

afterEach(() => {
  map?.destroy();
  map = null;
});

it('rows of the list tell street and district, asked for the rows that are on show', async () => {
  await render(Page, { office });
  await settled();
  await nextTick();
  for (let round = 0; round < 4; round += 1) await wait(200);
  const rows = [...document.querySelectorAll('[role=option]')];
  const details = rows.map((row) => row.querySelector('.detail')?.textContent);
  expect(details.length).toBeGreaterThan(3);
  expect(details).toContain('Rua das Flores, Centro');
});

it('the card at the pointer tells driver and street on lines of their own', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  for (const [key, value] of Object.entries({ clientWidth: 800, clientHeight: 600 })) {
    Object.defineProperty(element, key, { configurable: true, value });
  }
  const shown = createMap(element, { view: { latitude: -23.2, longitude: -46.9, zoom: 10 } });
  map = shown;
  const wrapper = await render(
    defineComponent(() => {
      const live = useLiveStore();
      return () => {
        const [id] = [...live.vehicles.values()].filter(
          ({ fix }) => typeof fix?.latitude === 'number',
        );
        return id ? h(HoverCard, { map: shown, vehicleId: id.vehicleId }) : null;
      };
    }),
    { office },
  );
  await Promise.all([useFleetStore(), useLiveStore(), useRecordsStore()].map((s) => s.start()));
  await settled();
  for (let round = 0; round < 4; round += 1) await wait(200);
  const lines = wrapper.findAll('.line').map((line) => line.text());
  expect(lines.at(-1)).toBe('Rua das Flores, Centro');
});
