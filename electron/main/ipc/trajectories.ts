import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Days of vehicles. */
export function trajectoryHandlers(signedIn: SignedIn): HandlersOf<'trajectories'> {
  return {
    'trajectories.days': (span, { signal }) => signedIn.get().trajectories.days(span, signal),
    'trajectories.day': (wanted, { signal }) => signedIn.get().trajectories.day(wanted, signal),
  };
}
