import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** Vehicles and what belongs to them. */
export function vehicleHandlers(workspaces: Workspaces): HandlersOf<'vehicles'> {
  return {
    'vehicles.card': async (id) => (await workspaces.get()).fleet.card(id),
    'vehicles.device': async (id, { signal }) => (await workspaces.get()).fleet.device(id, signal),
    'vehicles.drivers': async (id, { signal }) =>
      (await workspaces.get()).fleet.drivers(id, signal),
    'vehicles.labels': async () => (await workspaces.get()).labels.read(),
    'vehicles.changeLabels': async (change) => (await workspaces.toWrite()).labels.change(change),
  };
}
