import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { VisitsWanted } from '@contract/alerts';
import { useStoreStore } from '@/app/stores/store-store';
import { axeFaults, control, textOnPage } from '../../render';
import { choose, place, press, settle, show, useLayout } from './alerts-screen';

const now = Date.UTC(2026, 10, 27, 17, 2, 31);
const minute = 60_000;

useLayout();
beforeEach(() => {
  // How long a test takes must not show in what is still inside.
  vi.useFakeTimers({ toFake: ['Date'], now });
  return () => {
    vi.useRealTimers();
  };
});

describe('the visits of zones', () => {
  const visit = (index: number, ago: number, minutes: number | null) => ({
    ...{ vehicleId: `veh${String(index).padStart(12, '0')}`, zoneId: 'yard' },
    ...{ from: now - ago * minute, to: minutes === null ? null : now - (ago - minutes) * minute },
    ...{ isFromUnknown: false, isToUnknown: false },
  });
  const rows = () => [...document.querySelectorAll<HTMLElement>('[role=rowgroup] [role=row]')];
  const stays = () => rows().map((row) => row.querySelectorAll('[role=gridcell]')[4]?.textContent);

  it('are not said to be none while the store is closed', async () => {
    await show('/alerts?tab=visits');
    expect(textOnPage()).toContain('No zone visits');
    const store = useStoreStore();
    store.state = { ...store.state, phase: 'locked' };
    await settle();
    expect(textOnPage()).not.toContain('No zone visits');
    expect(textOnPage()).toContain('The data on this computer can’t be read');
  });

  it('are a table that its columns sort, of which a row leads to the replay of its moment', async () => {
    const seenInside = { ...visit(2, 60, 45), isFromUnknown: true };
    const visits = [visit(1, 90, 20), seenInside, visit(0, 10, null)];
    const answers = { 'alerts.visits': () => ({ visits, isCut: false }) };
    await show('/alerts?tab=visits', {}, { answers });
    // It was inside when it was first looked at: it may have come long before.
    expect(stays()).toEqual(['10m', '45m+', '20m']);
    expect(rows()[0]?.textContent).toContain('still inside');
    await press('Stayed', '[role=columnheader] button');
    expect(stays()).toEqual(['10m', '20m', '45m+']);
    expect(await axeFaults()).toEqual([]);
    rows()[1]?.click();
    await settle();
    expect(place()).toContain('/replay?vehicle=veh000000000001');
    expect(place()).toContain(`at=${String(now - 90 * minute)}`);
  });

  it('are narrowed to a vehicle, which may be chosen among those that were there', async () => {
    const asked: VisitsWanted[] = [];
    const visits = [visit(1, 90, 20), visit(0, 10, null)];
    const answers = {
      'alerts.visits': (wanted: VisitsWanted) => {
        asked.push(wanted);
        const { vehicleIds } = wanted;
        const isWanted = (id: string) => vehicleIds.length === 0 || vehicleIds.includes(id);
        return { visits: visits.filter(({ vehicleId }) => isWanted(vehicleId)), isCut: false };
      },
    };
    await show('/alerts?tab=visits', {}, { answers });
    const options = () =>
      [...document.querySelectorAll('[role=option]')].map((each) => each.textContent.trim());
    await press('Vehicle', '.trigger');
    const names = options();
    expect(names).toHaveLength(2);
    control(names[1] ?? '', '[role=option]').click();
    await settle();
    expect(asked.at(-1)?.vehicleIds).toHaveLength(1);
    expect(rows()).toHaveLength(1);
    expect(textOnPage()).toContain('1 visit');
    // The other one can still be chosen, too.
    expect(options()).toEqual(names);
  });

  const seen = { 'alerts.visits': () => ({ visits: [visit(1, 90, 20)], isCut: false }) };

  it('are copied as a table', async () => {
    const copied = vi.fn((_: string) => null);
    await show('/alerts?tab=visits', {}, { answers: { ...seen, 'app.copyText': copied } });
    await choose('Copy or export', 'Copy as table');
    const text = copied.mock.lastCall?.[0] ?? '';
    expect(text.split('\n')[0]).toBe('Vehicle\tZone\tEntered\tLeft\tStayed');
    expect(text).toContain('\t20m');
    expect(textOnPage()).toContain('1 visit copied');
  });

  it('say why they could not be copied', async () => {
    const faults = { 'app.copyText': { code: 'timeout', message: 'no answer' } } as const;
    await show('/alerts?tab=visits', {}, { answers: seen, faults });
    await choose('Copy or export', 'Copy as table');
    expect(document.querySelector('[role=alert]')).not.toBeNull();
    expect(textOnPage()).not.toContain('copied');
    expect(rows()).toHaveLength(1);
  });

  it('are written to a file as they are narrowed', async () => {
    const asked: VisitsWanted[] = [];
    const answers = {
      'alerts.visits': () => ({ visits: [visit(1, 90, 20)], isCut: false }),
      'alerts.exportVisits': (wanted: VisitsWanted) => {
        asked.push(wanted);
        return 'visits.csv';
      },
    };
    await show('/alerts?tab=visits', {}, { answers });
    await choose('Copy or export', 'Export as CSV…');
    expect(asked).toMatchObject([{ zoneIds: [], vehicleIds: [] }]);
    expect((asked[0]?.to ?? 0) - (asked[0]?.from ?? 0)).toBe(24 * 60 * minute);
    expect(textOnPage()).toContain('Saved as visits.csv.');
  });
});
