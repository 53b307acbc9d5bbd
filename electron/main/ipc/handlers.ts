import { appHandlers, type AppHandlerOptions } from './app';
import { basemapHandlers } from './basemap';
import { connectionHandlers, type ConnectionHandlerOptions } from './connections';
import type { EventsHub, Listener } from './events';
import { liveHandlers } from './live';
import { profileHandlers, type ProfileHandlerOptions } from './profile';
import type { Handlers } from './registrar';
import { sessionHandlers } from './session';
import { settingsHandlers } from './settings';
import { subscriptionHandlers } from './subscriptions';
import { trajectoryHandlers } from './trajectories';
import { vehicleHandlers } from './vehicles';
import type { Connections } from '@core/session/connections';
import type { DemoFleet } from '../demo/demo-fleet';
import type { SettingsFile } from '../settings-file';
import type { SignedIn } from '../signed-in';

/** What stands behind the channels. */
export interface HandlerOptions
  extends AppHandlerOptions, ConnectionHandlerOptions, ProfileHandlerOptions {
  connections: Connections;
  hub: EventsHub;
  findListener(windowId: number): Listener | undefined;
  settings: SettingsFile;
  signedIn: SignedIn;
  demo: DemoFleet;
}

/** A handler for every channel of the contract. */
export function makeHandlers(options: HandlerOptions): Handlers {
  return {
    ...appHandlers(options),
    ...settingsHandlers(options.settings),
    ...subscriptionHandlers(options.hub, options.findListener),
    ...connectionHandlers(options),
    ...profileHandlers(options),
    ...sessionHandlers(options.session, options.demo),
    ...liveHandlers(options.signedIn),
    ...vehicleHandlers(options.signedIn),
    ...trajectoryHandlers(options.signedIn),
    ...basemapHandlers(options.demo),
  };
}
