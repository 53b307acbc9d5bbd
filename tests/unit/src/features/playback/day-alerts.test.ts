import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import { useBridge } from '@/bridge';
import AlertTicks from '@/features/playback/AlertTicks.vue';
import DayAlerts from '@/features/playback/DayAlerts.vue';
import { useDayAlerts } from '@/features/playback/use-day-alerts';
import { alertOf, officeRules } from '../../../../mocked-main/office/alerts';
import { axeFaults, control, render, settled, textOnPage } from '../../render';
import { dayFrom, trackOf } from './tracks';

const vehicleId = 'veh000000000000';
const minute = 60_000;
const at = (after: number) => dayFrom + after * minute;
const track = trackOf([0, 1, 2, 3].map((each) => ({ at: at(each), latitude: 0, longitude: 0 })));

async function open(seek = vi.fn()) {
  const alerts = [
    alertOf('in', at(2), { vehicleId }),
    alertOf('first', at(1), { vehicleId, figures: { speed: 120, limit: 80 } }),
    alertOf('later', at(60), { vehicleId, figures: { speed: 201, limit: 80 } }),
    alertOf('other', at(2), { vehicleId: 'veh000000000001', figures: { speed: 202, limit: 80 } }),
  ];
  const shown = shallowRef<typeof track | null>(track);
  const panel = defineComponent(() => {
    const found = useDayAlerts(
      () => vehicleId,
      () => shown.value,
    );
    return () => h('main', [h(DayAlerts, { alerts: found.value, onSeek: seek })]);
  });
  await render(panel, {
    office: { vehicles: 3, isRead: true, alerts: { rules: officeRules, alerts } },
  });
  await settled();
  return shown;
}

describe('ticks of alerts above the bar', () => {
  it('are red while an alert is open, lie at its time, and are shared where they would overlap', async () => {
    const acknowledged = { at: at(3), by: 'ana' };
    const alerts = [
      alertOf('early', at(1), { vehicleId, acknowledged }),
      alertOf('seen', at(2), { vehicleId, acknowledged }),
      alertOf('open', at(2.05), { vehicleId, figures: { speed: 120, limit: 80 } }),
    ];
    const range = { from: at(0), to: at(4) };
    const bar = defineComponent(
      () => () => h('main', [h(AlertTicks, { alerts, range, width: 800 })]),
    );
    await render(bar, { office: { vehicles: 1 } });
    expect(await axeFaults()).toEqual([]);
    const ticks = [...document.querySelectorAll<HTMLElement>('a.tick')];
    expect(ticks.map(({ style }) => style.left)).toEqual(['25%', '50%']);
    expect(ticks.map((tick) => tick.classList.contains('open'))).toEqual([false, true]);
    expect(ticks[1]?.getAttribute('href')).toContain('alert=open');
    expect(ticks[1]?.title).toMatch(/^120 km\/h.*\(1 more here\)$/);
  });
});

describe('alerts in the replay of a day', () => {
  it('are those of the vehicle within its track, in order, and lead to their moment', async () => {
    const seek = vi.fn();
    await open(seek);
    expect(await axeFaults()).toEqual([]);
    expect([...document.querySelectorAll('button')]).toHaveLength(2);
    expect(textOnPage()).toMatch(/120 km\/h.*96 km\/h/);
    control('96 km/h', 'button').click();
    expect(seek).toHaveBeenCalledWith(at(2));
  });

  it('follow what becomes of them, and are gone with the track', async () => {
    const shown = await open();
    expect(document.querySelectorAll('button.open')).toHaveLength(2);
    await useBridge().alerts.change({ alerts: { ids: ['in'] }, isAcknowledged: true });
    await settled();
    expect(document.querySelectorAll('button.open')).toHaveLength(1);
    shown.value = null;
    await settled();
    expect(textOnPage().trim()).toBe('');
  });
});
