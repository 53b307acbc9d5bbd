import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Vehicles and what belongs to them. */
export function vehicleHandlers(signedIn: SignedIn): HandlersOf<'vehicles'> {
  return {
    'vehicles.card': async (id) => (await signedIn.get()).fleet.card(id),
    'vehicles.device': async (id, { signal }) => (await signedIn.get()).fleet.device(id, signal),
    'vehicles.drivers': async (id, { signal }) => (await signedIn.get()).fleet.drivers(id, signal),
  };
}
