import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Where the vehicles are, and what the windows show of it. */
export function liveHandlers(signedIn: SignedIn): HandlersOf<'live'> {
  return {
    'live.attend': (attention, { windowId }) => {
      signedIn.get().live.attend(windowId, attention);
    },
    'live.refresh': async (id) => {
      await signedIn.get().live.refresh(id);
    },
    'live.trail': (id) => signedIn.get().live.trail(id),
  };
}
