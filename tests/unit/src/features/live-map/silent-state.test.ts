import { expect, it, onTestFinished, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { describeState } from '@/features/live-map/describe-state';
import { useStateWords } from '@/features/live-map/use-state-words';
import CardState from '@/features/live-map/CardState.vue';
import VehicleRow from '@/features/live-map/VehicleRow.vue';
import { officeConnections, officeSession } from '../../../../mocked-main/office/connections';
import { render, textOnPage } from '../../render';
import { listed, liveVehicle, now } from './live';

it.each([
  ['live', /^Moving, 62 km\/h, northeast$/],
  ['late', /^Moving, 62 km\/h, northeast$/],
  ['silent', /^Was moving .*, 62 km\/h, northeast$/],
] as const)('a vehicle whose device is %s: %s', async (connection, words) => {
  const vehicle = liveVehicle('a', { connection }, { at: now - 9 * 3_600_000 });
  const page = defineComponent(() => {
    const { sentence } = useStateWords();
    return () => h('p', sentence(describeState(vehicle, now)));
  });
  await render(page, { office: { vehicles: 1 } });
  expect(textOnPage()).toMatch(words);
});

const hour = 3_600_000;
const parkedSince = { at: now - hour, isAtLeast: false };
const movingSince = { at: now - 2 * hour, isAtLeast: true };

it.each([
  ['moves', { since: movingSince }, 40_000, ['62 km/h', '2h+', false]],
  // What it did forty minutes ago it need not do now: its age is told, not how long it has driven.
  ['is late', { connection: 'late', since: movingSince }, 2_400_000, ['62 km/h', '40m', true]],
  ['is silent', { connection: 'silent', since: movingSince }, 9 * hour, ['', '9h', true]],
  [
    'is parked and reports rarely',
    { connection: 'late', motion: 'parked', since: parkedSince },
    1_200_000,
    ['', '1h', false],
  ],
] as const)('the row of a vehicle that %s', async (_, change, age, told) => {
  const vehicle = liveVehicle('a', { lookedAt: now - 8000, ...change }, { at: now - age });
  await render(VehicleRow, {
    office: { vehicles: 1 },
    props: {
      ...{ vehicleId: 'a', vehicle: listed('a', 'ABC-1D23'), live: vehicle, now },
      ...{ details: { driver: '', place: '' }, selected: false, hovered: false },
    },
  });
  const text = (part: string) => document.querySelector(`.row ${part}`)?.textContent;
  const isPast = document.querySelector('.row')?.classList.contains('past');
  expect([text('.speed'), text('.since'), isPast]).toEqual(told);
});

it('offline nothing is added to the time for which a vehicle has moved', async () => {
  const error = { code: 'offline', message: 'connect ENETUNREACH' } as const;
  const session = {
    ...officeSession(officeConnections(now)[0], now),
    link: { state: 'offline', since: now - hour, lastAnswerAt: now - hour, error } as const,
  };
  const since = { at: now - hour - 300_000, isAtLeast: false };
  const live = liveVehicle('a', { lookedAt: now - hour, since }, { at: now - hour });
  await render(VehicleRow, {
    office: { vehicles: 1, session },
    props: {
      ...{ vehicleId: 'a', vehicle: listed('a', 'ABC-1D23'), live, now },
      ...{ details: { driver: '', place: '' }, selected: false, hovered: false },
    },
  });
  expect(document.querySelector('.row .since')?.textContent).toBe('5m');
  expect(document.querySelector('.row')?.classList.contains('past')).toBe(true);
});

const idling = { motion: 'idling', since: { at: now - 20 * 60_000, isAtLeast: false } } as const;

it.each([
  ['idles for longer than that', 15, idling, 'Idling for longer than 15 minutes.'],
  ['idles for less', 30, idling, null],
  ['is parked', 15, { ...idling, motion: 'parked' }, null],
  ['was late to report', 15, { ...idling, connection: 'late' }, null],
] as const)('long idling is marked in row and card: %s', async (_, longIdling, change, words) => {
  vi.setSystemTime(now);
  onTestFinished(() => void vi.useRealTimers());
  const live = liveVehicle('a', change, { speed: 0 });
  const page = defineComponent(() => () => [
    h(VehicleRow, {
      ...{ vehicleId: 'a', vehicle: listed('a', 'ABC-1D23'), live, now },
      ...{ details: { driver: '', place: '' }, selected: false, hovered: false },
    }),
    h(CardState, { live, failure: null }),
  ]);
  await render(page, { office: { vehicles: 1, settings: { longIdling } } });
  expect(document.querySelector('.row')?.classList.contains('long')).toBe(words !== null);
  if (words === null) expect(textOnPage()).not.toContain('Idling for longer');
  else expect(document.querySelector('.state .note')?.textContent).toBe(words);
});
