import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ZoneFormat } from '@contract/zones';
import type { Workspaces } from '@core/workspace/workspaces';
import { writePersonFile } from '../person-files';
import type { HandlersOf } from './registrar';

/** Reading and writing zone files takes an XML parser, which a start of the app shouldn't wait for. */
const zoneFiles = () => import('@core/zones/zone-files');

/** What the channels about zones need. */
export interface ZoneHandlerOptions {
  workspaces: Workspaces;
  /** Asks a person where to write zones to; null where they cancel. */
  chooseZoneTarget(windowId: number, format: ZoneFormat): Promise<string | null>;
}

/** Zones: kept, removed, read from a file and written to one. The page never names a path. */
export function zoneHandlers({
  workspaces,
  chooseZoneTarget,
}: ZoneHandlerOptions): HandlersOf<'zones'> {
  const toWrite = async () => (await workspaces.toWrite()).zones;
  return {
    'zones.save': async (zones) => {
      await (await toWrite()).save(zones);
    },
    'zones.remove': async (ids) => {
      await (await toWrite()).remove(ids);
    },
    'zones.read': async ({ text }) => {
      const kept = await (await workspaces.get()).zones.find(null);
      return (await zoneFiles()).readZoneFile(text, randomUUID, kept);
    },
    'zones.export': async ({ ids, format }, { windowId }) => {
      const zones = await (await workspaces.get()).zones.find(ids);
      const file = await chooseZoneTarget(windowId, format);
      if (file === null) return null;
      await writePersonFile(file, (await zoneFiles()).writeZoneFile(zones, format));
      return path.basename(file);
    },
  };
}
