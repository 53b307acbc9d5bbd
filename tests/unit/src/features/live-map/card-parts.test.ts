import { describe, expect, it } from 'vitest';
import type { DaySummary } from '@contract/trajectories';
import CardState from '@/features/live-map/CardState.vue';
import CardToday from '@/features/live-map/CardToday.vue';
import { render } from '../../render';
import { liveVehicle } from './live';

it('the dot between state and age belongs to the age, so that none ends a line', async () => {
  const { element } = await render(CardState, {
    props: { live: liveVehicle('a', {}, { at: Date.now() - 40_000 }), failure: null },
    office: {},
  });
  const [sentence, age, ...others] = element.querySelector('.now p')?.children ?? [];
  expect(sentence?.textContent).toBe('Moving, 62 km/h, northeast');
  expect(age?.textContent.trim()).toMatch(/^·\s\S.*ago$/);
  expect(others).toEqual([]);
});

const day: DaySummary = {
  day: '2026-11-27',
  duration: 4980,
  distance: 84_300,
  topSpeed: 88,
  averageSpeed: 61,
  stops: 6,
  stopDuration: 900,
  alarms: 0,
};

describe("today's figures", () => {
  it.each([
    ['four, two by two', {}, 4, '2'],
    ['five, three and two', { alarms: 2 }, 5, '3'],
    ['three in one row', { topSpeed: null }, 3, '3'],
    ['two in one row', { topSpeed: null, stops: null }, 2, '2'],
  ] as const)('are laid out evenly: %s', async (_, change, count, columns) => {
    const told = { value: { ...day, ...change }, readAt: Date.now(), error: null };
    const today = { told, isAsked: false };
    const { element } = await render(CardToday, { props: { today }, office: {} });
    const list = element.querySelector('dl');
    expect(list?.children).toHaveLength(count);
    expect(list?.style.getPropertyValue('--columns')).toBe(columns);
  });
});
