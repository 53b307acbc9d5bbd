import { appHandlers, type AppHandlerOptions } from './app';
import { basemapHandlers } from './basemap';
import { connectionHandlers, type ConnectionHandlerOptions } from './connections';
import type { EventsHub, Listener } from './events';
import { liveHandlers } from './live';
import type { Handlers } from './registrar';
import { sessionHandlers } from './session';
import { settingsHandlers } from './settings';
import { subscriptionHandlers } from './subscriptions';
import { trajectoryHandlers } from './trajectories';
import { vehicleHandlers } from './vehicles';
import type { DemoFleet } from '../demo/demo-fleet';
import type { SettingsFile } from '../settings-file';
import type { SignedIn } from '../signed-in';

/** The use cases behind the channels. */
export interface UseCases extends AppHandlerOptions, ConnectionHandlerOptions {
  hub: EventsHub;
  findListener(windowId: number): Listener | undefined;
  settings: SettingsFile;
  signedIn: SignedIn;
  demo: DemoFleet;
}

/** A handler for every channel of the contract. */
export function makeHandlers(cases: UseCases): Handlers {
  return {
    ...appHandlers(cases),
    ...settingsHandlers(cases.settings),
    ...subscriptionHandlers(cases.hub, cases.findListener),
    ...connectionHandlers(cases),
    ...sessionHandlers(cases.session, cases.demo),
    ...liveHandlers(cases.signedIn),
    ...vehicleHandlers(cases.signedIn),
    ...trajectoryHandlers(cases.signedIn),
    ...basemapHandlers(cases.demo),
  };
}
