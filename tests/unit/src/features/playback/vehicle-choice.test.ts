import { expect, it } from 'vitest';
import VehicleChoice from '@/features/playback/VehicleChoice.vue';
import { useFleetStore } from '@/app/stores/fleet-store';
import { control, render, settled, type } from '../../render';

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];

it('the vehicle of a replay is found by its driver, which is said, and chosen', async () => {
  const wrapper = await render(VehicleChoice, {
    office: { isRead: true },
    props: { vehicleId: null },
  });
  await useFleetStore().start();
  await settled();
  control('Vehicle', 'input').click();
  await settled();
  type('Vehicle', 'marcia');
  await settled();
  await settled();
  expect(options().length).toBeGreaterThan(0);
  for (const { textContent } of options()) expect(textContent).toContain('driver Márcia Teixeira');
  options()[0]?.click();
  await settled();
  expect(wrapper.emitted('choose')?.[0]?.[0]).toMatch(/^veh\d+$/);
});
