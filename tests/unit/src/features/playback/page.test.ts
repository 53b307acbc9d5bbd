import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alertOf, officeRules } from '../../../../mocked-main/office/alerts';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { officeConnections, officeSession } from '../../../../mocked-main/office/connections';
import { axeFaults, control, settled, textOnPage } from '../../render';
import {
  answers,
  layOut,
  now,
  open,
  press,
  region,
  setViewport,
  shownTime,
  slider,
  thursday,
  vehicle,
} from './replay-screen';
import { usePlaybackStore } from '@/features/playback/playback-store';
import { smallDays } from './small-day';

// Maps and charts draw on canvases, which this DOM does not have; their parts are tested alone.
vi.mock('@/map/BaseMap.vue', () => import('./bare-map'));
vi.mock('@/features/playback/SpeedChart.vue', () => ({ default: () => null }));

beforeEach(layOut);

describe('the replay screen', () => {
  it('asks for a vehicle first, and for nothing of the service', async () => {
    await open('/replay');
    expect(textOnPage()).toContain('Replay a vehicle’s day');
    expect(document.querySelector('[role=slider]')).toBeNull();
  });

  it('says in a narrow window, too, what it is for', async () => {
    setViewport(900, 600);
    const wrapper = await open('/replay');
    const panel = document.querySelector('aside[aria-label="Vehicle and day"]');
    expect(panel?.textContent).toContain('Replay a vehicle’s day');
    expect(textOnPage().split('Replay a vehicle’s day')).toHaveLength(2);
    control('How it works').click();
    await settled();
    expect(wrapper.vm.$route.fullPath).toBe('/help?article=replay');
  });

  it('opens the latest day with data of a vehicle that is chosen', async () => {
    const wrapper = await open(`/replay?vehicle=${vehicle}`);
    await settled();
    expect(wrapper.vm.$route.query).toEqual({ vehicle, day: '2026-11-27' });
    expect(region('Timeline')).not.toBeNull();
  });

  it('asks for no day while it looks which of them have data', async () => {
    await open('/replay');
    const playback = usePlaybackStore();
    vi.spyOn(playback, 'showMonth').mockResolvedValue();
    await playback.open(vehicle, null);
    playback.months.set('2026-11', { phase: 'loading', days: [] });
    await settled();
    expect(textOnPage()).not.toContain('Choose a day of');
    playback.months.set('2026-11', { phase: 'failed', error: { code: 'timeout', message: '' } });
    await settled();
    expect(textOnPage()).toContain('Choose a day of');
  });

  it('looks for it in the month before, too, and asks for each month once', async () => {
    const asked: string[] = [];
    const days = (span: { from: string; to: string }) => {
      asked.push(span.from);
      const answer = smallDays(span);
      return span.from.startsWith('2026-11') ? { ...answer, days: [] } : answer;
    };
    const office = { answers: { ...answers, 'trajectories.days': days } };
    const wrapper = await open(`/replay?vehicle=${vehicle}`, office);
    await settled();
    expect(asked.slice(0, 2)).toEqual(['2026-11-01', '2026-10-01']);
    expect(new Set(asked).size).toBe(asked.length);
    expect(wrapper.vm.$route.query).toEqual({ vehicle, day: '2026-10-27' });
  });

  it('asks for a day where no late one has data, and goes to the one that is chosen', async () => {
    const asked: string[] = [];
    const days = ({ from }: { from: string }) => {
      asked.push(from);
      return { days: [], readAt: Date.now(), isKept: false };
    };
    const office = { answers: { ...answers, 'trajectories.days': days } };
    const wrapper = await open(`/replay?vehicle=${vehicle}`, office);
    await settled();
    expect(asked).toEqual(['2026-11-01', '2026-10-01']);
    expect(textOnPage()).toContain('Choose a day of');
    // Who chooses in haste is taken to be leafing on, and has to wait.
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    control('Yesterday').click();
    await settled();
    later.mockRestore();
    expect(wrapper.vm.$route.query).toEqual({ vehicle, day: '2026-11-26' });
    expect(region('Timeline')).not.toBeNull();
  });

  it('shows map, timeline and player of a day together', async () => {
    await open(thursday);
    expect(region('Map')).not.toBeNull();
    expect(region('Timeline')?.querySelectorAll('li')).toHaveLength(7);
    expect(region('Timeline')?.textContent).toContain('Rua das Palmeiras, 120');
    expect(control('Play')).toBeDefined();
    expect(textOnPage()).toMatch(/Distance ?42\.3 km/);
    expect(slider().getAttribute('aria-valuetext')).toBe('06:00:00 GMT-3');
  });

  it('has no fault that axe finds', async () => {
    setViewport(1440, 900);
    await open(thursday);
    expect(await axeFaults()).toEqual([]);
  });

  it('marks days with data, with their figures, and opens the one chosen', async () => {
    setViewport(1440, 900);
    const wrapper = await open(thursday);
    const wednesday = control('Wed, Nov 25:', '[role=button]');
    expect(wednesday.getAttribute('aria-label')).toBe(
      'Wed, Nov 25: 42.3 km · 1h driving · 2 stops · top 60 km/h · 2 alarms',
    );
    expect(control('Sun, Nov 22:', '[role=button]').getAttribute('aria-label')).toContain(
      'no data',
    );
    wednesday.click();
    await settled();
    expect(wrapper.vm.$route.query['day']).toBe('2026-11-25');
  });

  it('tells the time in zones of a day, as live tracking saw it, with its figures', async () => {
    setViewport(1440, 900);
    const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour + 3);
    const visit = { zoneId: 'depot', vehicleId: vehicle, isFromUnknown: false, isToUnknown: false };
    const visits = [
      { ...visit, from: at(24, 22), to: at(25, 1) },
      { ...visit, zoneId: 'yard', from: at(25, 0), to: at(25, 2) },
    ];
    await open(thursday, {
      answers: { ...answers, 'alerts.visits': () => ({ visits, isCut: false }) },
    });
    expect(control('Wed, Nov 25:', '[role=button]').getAttribute('aria-label')).toMatch(
      /2 alarms · 2h in zones, seen live$/,
    );
  });

  it('offers the nearest days where a day holds nothing', async () => {
    const wrapper = await open(`/replay?vehicle=${vehicle}&day=2026-11-22`);
    expect(textOnPage()).toContain('sent no data on Sun, Nov 22, 2026');
    expect(control('Sat, Nov 21:', 'section button')).toBeDefined();
    control('Mon, Nov 23:', 'section button').click();
    await settled();
    expect(wrapper.vm.$route.query['day']).toBe('2026-11-23');
  });

  it('begins at the moment that its address names, and elsewhere where that is none', async () => {
    await open(`${thursday}&at=${String(Date.UTC(2026, 10, 26, 10, 0))}`);
    expect(shownTime()).toBe('07:00:00');
    press('Home', {}, slider());
    await settled();
    expect(shownTime()).toBe('05:50:00');
  });

  it.each(['soon', '-1', '99999999999999999'])('takes %s for no moment', async (at) => {
    await open(`${thursday}&at=${at}`);
    expect(shownTime()).toBe('06:00:00');
  });

  it('opens an alert from its tick above the bar', async () => {
    const alerts = [alertOf('fast', Date.UTC(2026, 10, 26, 9, 30), { vehicleId: vehicle })];
    const wrapper = await open(thursday, { alerts: { rules: officeRules, alerts } });
    await settled();
    expect(await axeFaults()).toEqual([]);
    control('96 km/h, limit 80 km/h, 06:30: open the alert', 'a').click();
    await settled();
    expect(wrapper.vm.$route.fullPath).toBe('/alerts?alert=fast');
  });

  it('says until when the present day reaches', async () => {
    await open(`/replay?vehicle=${vehicle}&day=2026-11-27`);
    expect(textOnPage()).toContain('Today, until 07:30');
  });

  it('opens days and timeline over the map of a narrow window', async () => {
    setViewport(900, 600);
    await open(thursday);
    const panel = document.querySelector('aside');
    expect(panel?.classList.contains('open')).toBe(false);
    control('Days and timeline').click();
    await settled();
    expect(panel?.classList.contains('open')).toBe(true);
    control('Hide days and timeline').click();
    await settled();
    expect(panel?.classList.contains('open')).toBe(false);
  });

  it('keeps what was chosen when the screen is left and opened again', async () => {
    const wrapper = await open(thursday);
    await wrapper.vm.$router.push('/replay');
    await settled();
    expect(wrapper.vm.$route.query).toEqual({ vehicle, day: '2026-11-26' });
  });
});

describe('what goes wrong', () => {
  const offline = { code: 'offline', message: 'ENETUNREACH' } as const;

  it('has its sentence and a way on', async () => {
    const faults: OfficeOptions['faults'] = { 'trajectories.day': offline };
    await open(thursday, { faults });
    expect(document.querySelector('[role=alert]')).not.toBeNull();
    delete faults['trajectories.day'];
    control('Try again').click();
    await settled();
    expect(document.querySelector('[role=alert]')).toBeNull();
    expect(control('Play')).toBeDefined();
  });

  it('says so where a vehicle has no main device', async () => {
    await open(thursday, {
      faults: {
        'trajectories.day': { code: 'not-found', reason: 'no-device', message: 'no main device' },
      },
    });
    expect(textOnPage()).toContain('has no main device');
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('is asked for again when the service takes requests again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout'] });
    vi.setSystemTime(now);
    const faults: OfficeOptions['faults'] = {
      'trajectories.day': { code: 'rate-limited', message: '429', retryAt: now + 30_000 },
    };
    await open(thursday, { faults });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(document.querySelector('[role=alert]')).not.toBeNull();
    delete faults['trajectories.day'];
    await vi.advanceTimersByTimeAsync(2000);
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('is asked for again by itself once the line is back', async () => {
    const session = officeSession(officeConnections(now)[0], now);
    const faults: OfficeOptions['faults'] = { 'trajectories.day': offline };
    await open(thursday, {
      faults,
      session: {
        ...session,
        link: { state: 'offline', since: now, lastAnswerAt: now, error: offline },
      },
    });
    expect(document.querySelector('[role=alert]')).not.toBeNull();
    delete faults['trajectories.day'];
    const { useSessionStore } = await import('@/app/stores/session-store');
    useSessionStore().$patch({ state: session });
    await settled();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });
});

describe('the test hook', () => {
  const hooks = () =>
    (window as unknown as { __fleetdesk?: { player?: () => unknown } }).__fleetdesk;

  it('tells time, speed, position and whether it plays, under its switch alone', async () => {
    await open(thursday, { info: { testHooks: true } });
    expect(hooks()?.player?.()).toEqual({
      time: Number(slider().getAttribute('aria-valuenow')),
      speed: expect.any(Number),
      position: {
        latitude: expect.any(Number),
        longitude: expect.any(Number),
        heading: expect.any(Number),
      },
      playing: false,
    });
  });

  it('is not there without it, nor after the screen is left', async () => {
    const wrapper = await open(thursday, { info: { testHooks: true } });
    wrapper.unmount();
    expect(hooks()?.player).toBeUndefined();
    await open(thursday);
    expect(hooks()?.player).toBeUndefined();
  });
});

describe('the choice of a vehicle', () => {
  it('names a chosen vehicle that has no plate', async () => {
    const { useFleetStore } = await import('@/app/stores/fleet-store');
    await open(thursday);
    const fleet = useFleetStore();
    const known = fleet.vehicles.get(vehicle);
    if (!known) throw new Error('The office has no such vehicle.');
    fleet.vehicles = new Map(fleet.vehicles).set(vehicle, { ...known, plate: '', code: '4711' });
    await settled();
    const field = control('Vehicle', 'input');
    expect(field instanceof HTMLInputElement && field.value).toBe('4711');
  });
});
