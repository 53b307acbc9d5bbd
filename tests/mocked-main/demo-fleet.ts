import type { Streets } from '@contract/streets';
import type { World } from '@main/world';
import { generateStreets, startDemoService } from '../../electron/demo';

/** The demo's streets, which are read-only on their own floor. */
export function streetsOf(seed: number): Streets {
  return structuredClone(generateStreets(seed)) as Streets;
}

/** Demo fleets as the app starts them, in this thread, over HTTP. */
export const httpDemoFleet: World['demo'] = {
  startWorker: async (vehicles) => {
    const demo = await startDemoService(vehicles === null ? {} : { vehicles });
    return {
      ...demo,
      streets: () => Promise.resolve(streetsOf(demo.seed)),
      end: () => demo.close(),
    };
  },
  drawStreets: (seed) => Promise.resolve(streetsOf(seed)),
};
