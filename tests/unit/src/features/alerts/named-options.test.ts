import { expect, it } from 'vitest';
import { vehicleOptions } from '@/features/alerts/named-options';
import { listed } from '../live-map/live';

it('vehicles are offered once, in the order in which lists have them, the gone ones by their id', () => {
  const all = [listed('a', 'Truck 10'), listed('b', 'truck 2'), listed('c', 'Água 1')];
  const vehicles = new Map(all.map((vehicle) => [vehicle.id, vehicle]));
  expect(vehicleOptions(['a', 'gone', 'b', 'c', 'a'], vehicles)).toEqual([
    { value: 'c', label: 'Água 1' },
    { value: 'gone', label: 'gone' },
    { value: 'b', label: 'truck 2' },
    { value: 'a', label: 'Truck 10' },
  ]);
});
