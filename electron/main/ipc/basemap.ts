import { partStreets } from '@contract/rules/street-lines';
import type { DemoFleet } from '../demo/demo-fleet';
import type { HandlersOf } from './registrar';

/** Base layers that main alone can make. */
export function basemapHandlers(demo: DemoFleet): HandlersOf<'basemap'> {
  return {
    'basemap.streets': async () => {
      const streets = await demo.streets();
      return streets && partStreets(streets);
    },
  };
}
