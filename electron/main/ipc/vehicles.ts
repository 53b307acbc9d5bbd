import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Locale } from '@contract/settings';
import type { LabelFormat } from '@contract/vehicle-label-files';
import { namedVehicles } from '@core/label-files/named-vehicles';
import type { Workspaces } from '@core/workspace/workspaces';
import { writePersonFile } from '../person-files';
import type { HandlersOf } from './registrar';

/** Reading and writing tables takes a parser, which a start of the app shouldn't wait for. */
const labelFiles = () => import('@core/label-files/label-files');

/** What the channels about vehicles need. */
export interface VehicleHandlerOptions {
  workspaces: Workspaces;
  /** Language of the interface. */
  locale(): Locale;
  /** Asks a person where to write tags and groups to; null where they cancel. */
  chooseLabelTarget(windowId: number, format: LabelFormat): Promise<string | null>;
}

/** Vehicles and what belongs to them. */
export function vehicleHandlers({
  workspaces,
  locale,
  chooseLabelTarget,
}: VehicleHandlerOptions): HandlersOf<'vehicles'> {
  return {
    'vehicles.card': async (id) => (await workspaces.get()).fleet.card(id),
    'vehicles.device': async (id, { signal }) => (await workspaces.get()).fleet.device(id, signal),
    'vehicles.drivers': async (id, { signal }) =>
      (await workspaces.get()).fleet.drivers(id, signal),
    'vehicles.labels': async () => (await workspaces.get()).labels.read(),
    'vehicles.changeLabels': async (change) => (await workspaces.toWrite()).labels.change(change),
    'vehicles.readLabels': async ({ text }) => {
      const { records, labels } = await workspaces.get();
      const vehicles = await namedVehicles(records, { withGone: false });
      const files = await labelFiles();
      return files.readLabelFile(text, {
        ...{ labels: await labels.read(), vehicles, newId: randomUUID },
      });
    },
    'vehicles.exportLabels': async (format, { windowId }) => {
      const { records, labels } = await workspaces.get();
      // A vehicle that is gone may come back, with the tags it had.
      const vehicles = await namedVehicles(records, { withGone: true });
      const file = await chooseLabelTarget(windowId, format);
      if (file === null) return null;
      const { writeLabelFile } = await labelFiles();
      await writePersonFile(file, writeLabelFile(await labels.read(), vehicles, format, locale()));
      return path.basename(file);
    },
  };
}
