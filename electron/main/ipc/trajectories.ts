import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Days of vehicles. */
export function trajectoryHandlers(signedIn: SignedIn): HandlersOf<'trajectories'> {
  return {
    'trajectories.days': async (span, { signal }) =>
      (await signedIn.get()).trajectories.days(span, signal),
    'trajectories.day': async (wanted, { signal }) =>
      (await signedIn.get()).trajectories.day(wanted, signal),
  };
}
