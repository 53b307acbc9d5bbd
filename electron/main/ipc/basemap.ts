import type { DemoFleet } from '../demo/demo-fleet';
import type { HandlersOf } from './registrar';

/** Base layers that main alone can make. */
export function basemapHandlers(demo: DemoFleet): HandlersOf<'basemap'> {
  return { 'basemap.streets': () => demo.streets() };
}
