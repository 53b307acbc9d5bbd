import type { SignedIn } from '../signed-in';
import type { HandlersOf } from './registrar';

/** Where the vehicles are, and what the windows show of it. */
export function liveHandlers(signedIn: SignedIn): HandlersOf<'live'> {
  return {
    'live.attend': async (attention, { windowId }) => {
      await signedIn.attend(windowId, attention);
    },
    'live.refresh': async (id) => {
      await (await signedIn.get()).live.refresh(id);
    },
    'live.trail': async (id) => (await signedIn.get()).live.trail(id),
  };
}
