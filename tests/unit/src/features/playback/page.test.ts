import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { pressKey } from '@/app/shortcuts';
import Page from '@/features/playback/Page.vue';
import { alertOf, officeRules } from '../../../../mocked-main/office/alerts';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { officeConnections, officeSession } from '../../../../mocked-main/office/connections';
import { axeFaults, control, render, settled, textOnPage } from '../../render';
import { smallDay, smallDays } from './small-day';

// Maps and charts draw on canvases, which this DOM does not have; their parts are tested alone.
vi.mock('@/map/BaseMap.vue', () => ({
  default: defineComponent({
    props: { label: { type: String, required: true } },
    setup: (props, { slots }) => {
      return () => h('section', { 'aria-label': props.label }, slots['default']?.());
    },
  }),
}));
vi.mock('@/features/playback/SpeedChart.vue', () => ({ default: () => null }));

/** Friday, 14:02:31 in São Paulo. */
const now = Date.UTC(2026, 10, 27, 17, 2, 31);
const vehicle = 'veh000000000001';
const thursday = `/replay?vehicle=${vehicle}&day=2026-11-26`;

const answers = { 'trajectories.day': smallDay, 'trajectories.days': smallDays };

async function open(at: string, office: OfficeOptions = {}) {
  const wrapper = await render(Page, { at, office: { now: () => now, answers, ...office } });
  window.addEventListener('keydown', pressKey);
  await settled();
  return wrapper;
}

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

/** The size of the window, which this DOM lets tests set. */
function setViewport(width: number, height: number): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport({ width, height });
}

const slider = () => control('Time of day', '[role=slider]');
const shownTime = () => slider().getAttribute('aria-valuetext')?.split(' ')[0];
const region = (name: string) => document.querySelector(`section[aria-label="${name}"]`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(now);
  // Low enough for the calendar to stay folded until it is asked for.
  setViewport(1440, 700);
  return () => {
    window.removeEventListener('keydown', pressKey);
    vi.useRealTimers();
  };
});

describe('the replay screen', () => {
  it('asks for a vehicle first, and for nothing of the service', async () => {
    await open('/replay');
    expect(textOnPage()).toContain('Replay a vehicle’s day');
    expect(document.querySelector('[role=slider]')).toBeNull();
  });

  it('asks for a day next and goes to the one that is chosen', async () => {
    const wrapper = await open(`/replay?vehicle=${vehicle}`);
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

describe('the keys of the player', () => {
  it('play and pause, without regard to what is focused', async () => {
    await open(thursday);
    press(' ');
    await settled();
    expect(control('Pause')).toBeDefined();
    press(' ', {}, slider());
    await settled();
    expect(control('Play')).toBeDefined();
  });

  it('go 10 seconds back and on, from the page and from the slider alike', async () => {
    await open(thursday);
    slider().dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
    await settled();
    const start = Number(slider().getAttribute('aria-valuenow'));
    press('ArrowRight');
    press('ArrowRight', {}, slider());
    await settled();
    expect(Number(slider().getAttribute('aria-valuenow'))).toBe(start + 20_000);
    press('ArrowLeft');
    await settled();
    expect(Number(slider().getAttribute('aria-valuenow'))).toBe(start + 10_000);
  });

  it('step to stops and alarms', async () => {
    await open(thursday);
    const steps: (string | undefined)[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      press(key, { shiftKey: true });
      await settled();
      steps.push(shownTime());
    }
    expect(steps).toEqual(['06:10:00', '06:40:00', '07:20:00', '06:40:00']);
  });

  it('change the speed within its bounds', async () => {
    await open(thursday);
    expect(textOnPage()).toContain('60×');
    press(']');
    await settled();
    expect(textOnPage()).toContain('120×');
    for (let count = 0; count < 5; count += 1) press(']');
    await settled();
    expect(textOnPage()).toContain('600×');
    for (let count = 0; count < 20; count += 1) press('[');
    await settled();
    expect(textOnPage()).toMatch(/(?<!\d)1×/);
  });

  it('switch following on and off', async () => {
    await open(thursday);
    press('f');
    await settled();
    expect(control('Follow').getAttribute('aria-pressed')).toBe('true');
    press('f');
    await settled();
    expect(control('Follow').getAttribute('aria-pressed')).toBe('false');
  });

  it('do nothing while there is nothing to play', async () => {
    await open('/replay');
    expect(() => {
      press(' ');
      press('ArrowRight');
    }).not.toThrow();
    expect(document.querySelector('[role=slider]')).toBeNull();
  });
});

describe('the timeline', () => {
  it('goes to where a row begins and marks it', async () => {
    await open(thursday);
    const rows = region('Timeline')?.querySelectorAll('button') ?? [];
    expect([...rows].map((row) => row.textContent.slice(0, 5))).toEqual([
      '05:50',
      '06:00',
      '06:10',
      '06:19',
      '06:40',
      '07:10',
      '07:20',
    ]);
    rows[4]?.click();
    await settled();
    expect(rows[4]?.getAttribute('aria-current')).toBe('true');
    expect(shownTime()).toBe('06:40:00');
  });

  it('is one stop of the Tab key, at the present row; the arrows go on from there', async () => {
    await open(thursday);
    const rows = [...(region('Timeline')?.querySelectorAll('button') ?? [])];
    const stops = () => rows.filter(({ tabIndex }) => tabIndex === 0);
    rows[4]?.click();
    await settled();
    expect(stops()).toEqual([rows[4]]);
    rows[4]?.focus();
    press('ArrowDown', {}, rows[4]);
    await settled();
    expect(document.activeElement).toBe(rows[5]);
    expect(stops()).toEqual([rows[5]]);
    rows[5]?.blur();
    await settled();
    expect(stops()).toEqual([rows[4]]);
  });

  it('says in a gap that nobody knows', async () => {
    await open(thursday);
    region('Timeline')?.querySelectorAll('button')[3]?.click();
    press('ArrowRight');
    await settled();
    expect(textOnPage()).toContain('No fix for 13m: the route is unknown');
    expect(textOnPage()).toContain('No fix for 10s');
    expect(textOnPage()).toContain('last fix 06:19:00');
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
