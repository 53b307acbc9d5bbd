import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Vehicles and what belongs to them. */
export function vehicleHandlers(signedIn: SignedIn): HandlersOf<'vehicles'> {
  return {
    'vehicles.card': async (id, { signal }) => (await signedIn.get()).fleet.card(id, signal),
  };
}
