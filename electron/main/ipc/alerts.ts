import path from 'node:path';
import type { AlertHistory } from '@core/alerts/alert-history';
import type { Workspaces } from '@core/workspace/workspaces';
import { writePersonFile } from '../person-files';
import type { HandlersOf } from './registrar';

/** What is written as a table. */
export type AlertTable = 'alerts' | 'visits';

/** What the calls about alerts need. */
export interface AlertHandlerOptions {
  workspaces: Workspaces;
  /** Asks a person where to write a table to; null where they cancel. */
  chooseAlertsTarget(windowId: number, table: AlertTable): Promise<string | null>;
}

/** Alerts: their rules, what they found, and what a person does about it. */
export function alertHandlers({
  workspaces,
  chooseAlertsTarget,
}: AlertHandlerOptions): HandlersOf<'alerts'> {
  const toWrite = async () => (await workspaces.toWrite()).alerts;
  const write = async (
    windowId: number,
    table: AlertTable,
    textOf: (history: AlertHistory) => Promise<string>,
  ): Promise<string | null> => {
    const { history } = (await workspaces.get()).alerts;
    const file = await chooseAlertsTarget(windowId, table);
    if (file === null) return null;
    await writePersonFile(file, await textOf(history));
    return path.basename(file);
  };
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
    'alerts.export': (filter, { windowId }) =>
      write(windowId, 'alerts', (history) => history.table(filter)),
    'alerts.visits': async (wanted) => (await workspaces.get()).alerts.history.visits(wanted),
    'alerts.exportVisits': (wanted, { windowId }) =>
      write(windowId, 'visits', (history) => history.visitTable(wanted)),
  };
}
