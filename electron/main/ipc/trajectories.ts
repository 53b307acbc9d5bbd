import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Days of vehicles. */
export function trajectoryHandlers(signedIn: SignedIn): HandlersOf<'trajectories'> {
  return {
    'trajectories.days': (span) => signedIn.get().trajectories.days(span),
    'trajectories.day': (wanted) => signedIn.get().trajectories.day(wanted),
  };
}
