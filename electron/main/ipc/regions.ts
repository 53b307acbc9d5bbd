import type { RegionCopies } from '@core/region-copies/region-copies';
import type { HandlersOf } from './registrar';

/** What copies of regions need. */
export interface RegionHandlerOptions {
  regionCopies: Pick<RegionCopies, 'inspect' | 'plan' | 'start' | 'pause' | 'resume' | 'cancel'>;
  /** Asks a person where the map is to be, above the window that asked; null where nowhere. */
  chooseRegionFile(windowId: number, name: string): Promise<string | null>;
}

/** Regions that a person copies from a PMTiles archive at an address. */
export function regionHandlers(options: RegionHandlerOptions): HandlersOf<'regions'> {
  const { regionCopies, chooseRegionFile } = options;
  return {
    'regions.inspect': (address, { signal }) => regionCopies.inspect(address, signal),
    'regions.plan': (wish, { signal }) => regionCopies.plan(wish, signal),
    'regions.start': async (wish, { windowId }) => {
      const file = await chooseRegionFile(windowId, wish.name);
      return file === null ? null : regionCopies.start(wish, file);
    },
    'regions.pause': async (id) => {
      await regionCopies.pause(id);
    },
    'regions.resume': async (id) => {
      await regionCopies.resume(id);
    },
    'regions.cancel': async (id) => {
      await regionCopies.cancel(id);
    },
  };
}
