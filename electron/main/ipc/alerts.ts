import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** Alerts: their rules, what they found, and what a person does about it. */
export function alertHandlers(workspaces: Workspaces): HandlersOf<'alerts'> {
  const toWrite = async () => (await workspaces.toWrite()).alerts;
  return {
    'alerts.saveRule': async (rule) => {
      await (await toWrite()).saveRule(rule);
    },
    'alerts.removeRule': async (id) => {
      await (await toWrite()).removeRule(id);
    },
    'alerts.find': async ({ filter, after, limit }) =>
      (await workspaces.get()).alerts.find(filter, after, limit),
    'alerts.change': async (change) => (await toWrite()).change(change),
    'alerts.assignees': async () => (await workspaces.get()).alerts.assignees(),
    'alerts.visits': async (wanted) => (await workspaces.get()).alerts.visits(wanted),
  };
}
