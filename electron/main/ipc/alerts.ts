import path from 'node:path';
import type { Workspaces } from '@core/workspace/workspaces';
import { writePersonFile } from '../person-files';
import type { HandlersOf } from './registrar';

/** What the calls about alerts need. */
export interface AlertHandlerOptions {
  workspaces: Workspaces;
  /** Asks a person where to write a table of alerts to; null where they cancel. */
  chooseAlertsTarget(windowId: number): Promise<string | null>;
}

/** Alerts: their rules, what they found, and what a person does about it. */
export function alertHandlers({
  workspaces,
  chooseAlertsTarget,
}: AlertHandlerOptions): HandlersOf<'alerts'> {
  const toWrite = async () => (await workspaces.toWrite()).alerts;
  return {
    'alerts.saveRule': async (rule) => {
      await (await toWrite()).saveRule(rule);
    },
    'alerts.removeRule': async (id) => {
      await (await toWrite()).removeRule(id);
    },
    'alerts.find': async ({ filter, after, limit }) =>
      (await workspaces.get()).alerts.history.find(filter, after, limit),
    'alerts.get': async (id) => (await workspaces.get()).alerts.history.get(id),
    'alerts.change': async (change) => (await toWrite()).change(change),
    'alerts.assignees': async () => (await workspaces.get()).alerts.history.assignees(),
    'alerts.export': async (filter, { windowId }) => {
      const { alerts } = await workspaces.get();
      const file = await chooseAlertsTarget(windowId);
      if (file === null) return null;
      await writePersonFile(file, await alerts.history.table(filter));
      return path.basename(file);
    },
    'alerts.visits': async (wanted) => (await workspaces.get()).alerts.history.visits(wanted),
  };
}
