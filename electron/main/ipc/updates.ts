import type { Updates } from '@core/updates/updates';
import type { HandlersOf } from './registrar';

/** What the calls about updates need. */
export interface UpdateHandlerOptions {
  updates: Pick<Updates, 'check' | 'download' | 'restart' | 'stay' | 'tellUnsaved'>;
}

/** Newer versions of the app. The topic tells what becomes of a call: none waits for the network. */
export function updateHandlers({ updates }: UpdateHandlerOptions): HandlersOf<'updates'> {
  return {
    'updates.check': () => {
      void updates.check();
    },
    'updates.download': () => {
      void updates.download();
    },
    'updates.restart': () => {
      updates.restart();
    },
    'updates.stay': async () => {
      await updates.stay();
    },
    'updates.tellUnsaved': (isUnsaved, { windowId }) => {
      updates.tellUnsaved(windowId, isUnsaved);
    },
  };
}
