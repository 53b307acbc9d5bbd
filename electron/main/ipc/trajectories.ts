import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** Days of vehicles. */
export function trajectoryHandlers(workspaces: Workspaces): HandlersOf<'trajectories'> {
  return {
    'trajectories.days': async (span, { signal }) =>
      (await workspaces.get()).trajectories.days(span, signal),
    'trajectories.day': async (wanted, { signal }) =>
      (await workspaces.get()).trajectories.day(wanted, signal),
  };
}
