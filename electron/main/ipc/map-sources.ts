import type { MapSources } from '@core/map-sources/map-sources';
import type { HandlersOf } from './registrar';

/** What the calls about map sources need. */
export interface MapSourceHandlerOptions {
  mapSources: Pick<
    MapSources,
    | ('add' | 'addOnline' | 'editOnline' | 'readWms' | 'show' | 'remove')
    | ('cache' | 'limitCache' | 'clearCache')
  >;
  /** Asks a person for a map file, above the window that asked; null where none is chosen. */
  chooseMapFile(windowId: number): Promise<string | null>;
}

/** Maps that a person opens or chooses, shows, hides and takes out of the list. */
export function mapSourceHandlers(options: MapSourceHandlerOptions): HandlersOf<'mapSources'> {
  const { mapSources, chooseMapFile } = options;
  return {
    'mapSources.add': async (_input, { windowId }) => {
      const file = await chooseMapFile(windowId);
      return file === null ? null : mapSources.add(file);
    },
    'mapSources.addDropped': (file) => mapSources.add(file),
    'mapSources.addOnline': (map) => mapSources.addOnline(map),
    'mapSources.editOnline': ({ id, map }) => mapSources.editOnline(id, map),
    'mapSources.readWms': (question, { signal }) => mapSources.readWms(question, signal),
    'mapSources.show': async ({ id, shown }) => {
      await mapSources.show(id, shown);
    },
    'mapSources.remove': async (id) => {
      await mapSources.remove(id);
    },
    'mapSources.cache': () => mapSources.cache(),
    'mapSources.limitCache': (megabytes) => mapSources.limitCache(megabytes),
    'mapSources.clearCache': () => mapSources.clearCache(),
  };
}
