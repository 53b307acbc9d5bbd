import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** Where the vehicles are, and what the windows show of it. */
export function liveHandlers(workspaces: Workspaces): HandlersOf<'live'> {
  return {
    'live.attend': async (attention, { windowId }) => {
      await workspaces.attend(windowId, attention);
    },
    'live.refresh': async (id) => {
      await (await workspaces.get()).live.refresh(id);
    },
    'live.trail': async (id) => (await workspaces.get()).live.trail(id),
  };
}
