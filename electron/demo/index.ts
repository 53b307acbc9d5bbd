export type { DemoOptions, DemoService } from './options';
export { DemoStartError, startDemoService } from './start';
export { generateStreets } from './world/generate-streets';
export type { Area, Place, Road, RoadClass, Streets } from './world/streets';
