import { flushPromises } from '@vue/test-utils';
import { parseDate } from '@internationalized/date';
import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import { useFleetStore } from '@/app/stores/fleet-store';
import DayCalendar from '@/features/playback/DayCalendar.vue';
import SpeedLegend from '@/features/playback/SpeedLegend.vue';
import VehicleChoice from '@/features/playback/VehicleChoice.vue';
import { control, render, textOnPage } from '../../render';

afterEach(() => {
  setLocale('en');
});

describe('the legend of the track', () => {
  it('explains what was not travelled yet, and gaps where there are some', async () => {
    const wrapper = await render(SpeedLegend, { props: { hasGaps: false } });
    expect(textOnPage()).toContain('Ahead');
    expect(textOnPage()).not.toContain('No signal, route unknown');
    await wrapper.setProps({ hasGaps: true });
    expect(textOnPage()).toContain('No signal, route unknown');
  });
});

describe('the legend on a small screen', () => {
  const setViewport = (width: number, height: number) => {
    const { happyDOM } = window as unknown as {
      happyDOM: { setViewport(size: { width: number; height: number }): void };
    };
    happyDOM.setViewport({ width, height });
  };
  afterEach(() => {
    setViewport(1440, 900);
  });

  it('is folded into a button', async () => {
    setViewport(640, 400);
    await render(SpeedLegend, { props: { hasGaps: true } });
    expect(textOnPage()).not.toContain('Ahead');
    control('Speed').click();
    await flushPromises();
    expect(textOnPage()).toContain('Ahead');
  });
});

describe('the calendar', () => {
  const figures = { duration: 60, distance: 900, topSpeed: 60, averageSpeed: 40 };
  const day = (name: string, alarms: number | null) => ({
    ...figures,
    day: name,
    stops: 0,
    stopDuration: 0,
    alarms,
  });
  const days = [day('2026-10-31', 2), day('2026-11-03', 0), day('2026-11-04', null)];
  const key = () => document.querySelector('.key');

  it('explains the mark of alarms in a month that shows one', async () => {
    const props = { day: null, today: '2026-11-27', days, zoneDays: new Map(), isLoading: false };
    const wrapper = await render(DayCalendar, {
      props: { ...props, shown: parseDate('2026-10-01') },
    });
    expect(key()?.textContent).toBe('Day with alarms');
    expect(key()?.classList.contains('empty')).toBe(false);
    await wrapper.setProps({ shown: parseDate('2026-11-01') });
    expect(document.querySelectorAll('.mark')).not.toHaveLength(0);
    expect(key()?.classList.contains('empty')).toBe(true);
  });
});

describe('the choice of a vehicle', () => {
  it('names a marked vehicle to screen readers only while its list is open', async () => {
    const wrapper = await render(VehicleChoice, {
      props: { vehicleId: 'veh000000000004' },
      office: { isRead: true },
    });
    await useFleetStore().start();
    const input = wrapper.get('input');
    await input.setValue('a');
    await flushPromises();
    await input.trigger('keydown', { key: 'ArrowDown' });
    await flushPromises();
    expect(document.querySelectorAll('[role=option]')).not.toHaveLength(0);
    expect(input.attributes('aria-activedescendant')).toBeTruthy();
    await input.trigger('keydown', { key: 'Escape' });
    await flushPromises();
    expect(input.attributes('aria-activedescendant')).toBeUndefined();
  });

  it('describes one without a make by its type, in words of the language', async () => {
    await render(VehicleChoice, {
      props: { vehicleId: 'veh000000000004' },
      office: { isRead: true },
    });
    const fleet = useFleetStore();
    await fleet.start();
    const vehicle = fleet.vehicles.get('veh000000000004');
    if (!vehicle) throw new Error('no vehicle');
    const nameless = { ...vehicle, brandName: null, modelName: null };
    fleet.vehicles = new Map([[vehicle.id, nameless]]);
    await flushPromises();
    const make = () => document.querySelector('.make')?.textContent;
    expect(make()).toBe('Motorcycle');
    setLocale('pt-BR');
    await flushPromises();
    expect(make()).toBe('Moto');
  });
});
