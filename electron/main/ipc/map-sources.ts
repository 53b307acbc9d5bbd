import type { MapSources } from '@core/map-sources/map-sources';
import type { HandlersOf } from './registrar';

/** What the map sources stand on. */
export interface MapSourceHandlerOptions {
  mapSources: Pick<MapSources, 'add' | 'show' | 'remove'>;
  /** Asks a person for a map file, above the window that asked; null where none is chosen. */
  chooseMapFile(windowId: number): Promise<string | null>;
}

/** Map files that a person opens, shows, hides and takes out of the list. */
export function mapSourceHandlers(options: MapSourceHandlerOptions): HandlersOf<'mapSources'> {
  const { mapSources, chooseMapFile } = options;
  return {
    'mapSources.add': async (_input, { windowId }) => {
      const file = await chooseMapFile(windowId);
      return file === null ? null : mapSources.add(file);
    },
    'mapSources.addDropped': (file) => mapSources.add(file),
    'mapSources.show': async ({ id, shown }) => {
      await mapSources.show(id, shown);
    },
    'mapSources.remove': async (id) => {
      await mapSources.remove(id);
    },
  };
}
