import type { Vehicle } from '@contract/vehicles';
import { createNameOrder } from '@/app/name-order';
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import { useFleetStore } from './fleet-store';

/** All vehicles by name: put in order once for the life of the page, and kept so as they change. */
export const useFleetOrderStore = defineStore('fleet-order', () => {
  const fleet = useFleetStore();
  const order = createNameOrder(fleet.vehicles.values());
  /** Another list after each change. */
  const byName = shallowRef<readonly Vehicle[]>(order.all);
  fleet.onChange((changes) => {
    order.change(changes);
    byName.value = order.all;
  });
  return { byName };
});
