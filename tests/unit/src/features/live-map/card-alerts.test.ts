import { flushPromises } from '@vue/test-utils';
import { TooltipProvider } from 'reka-ui';
import { describe, expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import { pressKey } from '@/app/shortcuts';
import { useAlertsStore } from '@/app/stores/alerts-store';
import CardAlerts from '@/features/live-map/CardAlerts.vue';
import { alertOf, officeRules } from '../../../../mocked-main/office/alerts';
import { axeFaults, control, render, settled, textOnPage } from '../../render';

const now = Date.now();
const minute = 60_000;
const vehicleId = 'veh000000000000';

async function open(count: number) {
  const alerts = Array.from({ length: count }, (_, index) =>
    alertOf(`fast ${index}`, now - (index + 1) * minute, { vehicleId }),
  );
  const Card = defineComponent(
    () => () => h(TooltipProvider, () => h('main', [h(CardAlerts, { vehicleId })])),
  );
  await render(Card, {
    office: { vehicles: 3, isRead: true, alerts: { rules: officeRules, alerts } },
  });
  await settle();
}

async function settle() {
  await settled();
  await flushPromises();
}

describe('the open alerts on a vehicle’s card', () => {
  it('are nothing without any', async () => {
    await open(0);
    expect(textOnPage().trim()).toBe('');
  });

  it('say what was found, and are acknowledged there or by a key, the newest first', async () => {
    await open(2);
    expect(textOnPage()).toContain('96 km/h, limit 80 km/h');
    expect(await axeFaults()).toEqual([]);
    pressKey(new KeyboardEvent('keydown', { key: 'a' }));
    await settle();
    expect(useAlertsStore().open.map(({ id }) => id)).toEqual(['fast 1']);
    control('Acknowledge', 'button').click();
    await settle();
    expect(useAlertsStore().counts.open).toBe(0);
    expect(textOnPage().trim()).toBe('');
  });

  it('show a few, and lead to the others', async () => {
    await open(5);
    expect(document.querySelectorAll('li')).toHaveLength(3);
    expect(control('2 more', 'a').getAttribute('href')).toBe(`/alerts?vehicle=${vehicleId}`);
  });
});
