import { beforeEach, describe, expect, it, vi } from 'vitest';
import { control, settled, textOnPage } from '../../render';
import { layOut, open, press, region, shownTime, slider, thursday } from './replay-screen';

// Maps and charts draw on canvases, which this DOM does not have; their parts are tested alone.
vi.mock('@/map/BaseMap.vue', () => import('./bare-map'));
vi.mock('@/features/playback/SpeedChart.vue', () => ({ default: () => null }));

beforeEach(layOut);

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
