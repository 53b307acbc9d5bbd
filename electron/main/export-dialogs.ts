import type { LabelFormat } from '@contract/vehicle-label-files';
import type { ZoneFormat } from '@contract/zones';
import { askForTarget } from './file-dialogs';
import type { AlertTable } from './ipc/alerts';
import type { Words } from './words';

/** The operating system's own dialog for a file with zones, above the window that asked. */
export function chooseZoneTarget(words: Words, windowId: number, format: ZoneFormat) {
  return chooseTarget(windowId, {
    title: words('zoneFile.export'),
    name: words('zoneFile.name'),
    kind: words(`zoneFile.${format}`),
    extension: format,
  });
}

/** The same for a file with tags and groups of vehicles. */
export function chooseLabelTarget(words: Words, windowId: number, format: LabelFormat) {
  return chooseTarget(windowId, {
    title: words('labelFile.export'),
    name: words('labelFile.name'),
    kind: words(`labelFile.${format}`),
    extension: format,
  });
}

/** The same for a table of alerts, or of visits of zones. */
export function chooseAlertsTarget(words: Words, windowId: number, table: AlertTable) {
  return chooseTarget(windowId, {
    title: words(table === 'alerts' ? 'alertsFile.export' : 'visitsFile.export'),
    name: words(table === 'alerts' ? 'alertsFile.name' : 'visitsFile.name'),
    kind: words('alertsFile.csv'),
    extension: 'csv',
  });
}

/** The same for a support bundle. */
export function chooseBundleTarget(words: Words, windowId: number) {
  return chooseTarget(windowId, {
    title: words('bundleFile.save'),
    name: words('bundleFile.name'),
    kind: words('bundleFile.zip'),
    extension: 'zip',
  });
}

function chooseTarget(
  windowId: number,
  {
    title,
    name,
    kind,
    extension,
  }: { title: string; name: string; kind: string; extension: string },
): Promise<string | null> {
  return askForTarget(windowId, {
    title,
    name: `${name}.${extension}`,
    filters: [{ name: kind, extensions: [extension] }],
  });
}
