import { alertHandlers, type AlertHandlerOptions } from './alerts';
import { appHandlers, type AppHandlerOptions } from './app';
import { associationHandlers } from './associations';
import { basemapHandlers } from './basemap';
import { capabilityHandlers } from './capabilities';
import { certificateHandlers, type CertificateHandlerOptions } from './certificates';
import { connectionHandlers, type ConnectionHandlerOptions } from './connections';
import { diagnosisHandlers, journalHandlers, type DiagnosisHandlerOptions } from './diagnosis';
import { desktopHandlers, type DesktopHandlerOptions } from './desktop';
import type { EventsHub, Listener } from './events';
import { keptHandlers } from './kept';
import { liveHandlers } from './live';
import { mapSourceHandlers, type MapSourceHandlerOptions } from './map-sources';
import { outboxHandlers } from './outbox';
import { placeHandlers } from './places';
import { profileHandlers, type ProfileHandlerOptions } from './profile';
import { proxyHandlers } from './proxy';
import { recordHandlers } from './records';
import { regionHandlers, type RegionHandlerOptions } from './regions';
import type { Handlers } from './registrar';
import { searchHandlers, type SearchHandlerOptions } from './search';
import { sessionHandlers } from './session';
import { settingsHandlers, type SettingsHandlerOptions } from './settings';
import { storeHandlers } from './store';
import { subscriptionHandlers } from './subscriptions';
import { trajectoryHandlers } from './trajectories';
import { updateHandlers, type UpdateHandlerOptions } from './updates';
import { vehicleHandlers, type VehicleHandlerOptions } from './vehicles';
import { zoneHandlers, type ZoneHandlerOptions } from './zones';
import type { Capabilities } from '@core/capabilities/capabilities';
import type { KeptData } from '@core/kept-data/kept-data';
import type { Connections } from '@core/session/connections';
import type { Whereabouts } from '@core/places/whereabouts';
import type { ProxyTest } from '@core/proxy/proxy-test';
import type { ProxySignIn } from '@core/proxy/proxy-sign-in';
import type { DemoFleet } from '../demo/demo-fleet';
import type { SettingsFile } from '../settings-file';

/** What the channels lead to. */
export interface HandlerOptions
  extends
    AlertHandlerOptions,
    Omit<AppHandlerOptions, 'browserMap' | 'windows'>,
    Omit<CertificateHandlerOptions, 'session'>,
    ConnectionHandlerOptions,
    Omit<DesktopHandlerOptions, 'windows'>,
    DiagnosisHandlerOptions,
    MapSourceHandlerOptions,
    ProfileHandlerOptions,
    RegionHandlerOptions,
    SearchHandlerOptions,
    SettingsHandlerOptions,
    UpdateHandlerOptions,
    VehicleHandlerOptions,
    ZoneHandlerOptions {
  connections: Connections;
  hub: EventsHub;
  findListener(windowId: number): Listener | undefined;
  windows: AppHandlerOptions['windows'] & DesktopHandlerOptions['windows'];
  settings: SettingsFile;
  demo: DemoFleet;
  whereabouts: Whereabouts;
  proxy: ProxySignIn;
  proxyTest: ProxyTest;
  kept: KeptData;
  capabilities: Capabilities;
}

/** A handler for every channel of the contract. */
export function makeHandlers(options: HandlerOptions): Handlers {
  return {
    ...appHandlers({ ...options, browserMap: () => options.settings.state().browserMap }),
    ...settingsHandlers(options),
    ...keptHandlers(options.kept),
    ...desktopHandlers(options),
    ...subscriptionHandlers(options.hub, options.findListener),
    ...connectionHandlers(options),
    ...profileHandlers(options),
    ...capabilityHandlers(options.capabilities),
    ...certificateHandlers(options),
    ...proxyHandlers(options.proxy, options.session, options.proxyTest),
    ...sessionHandlers(options.session, options.demo, options.workspaces, options.managed),
    ...liveHandlers(options.workspaces),
    ...zoneHandlers(options),
    ...alertHandlers(options),
    ...vehicleHandlers(options),
    ...recordHandlers(options.workspaces),
    ...associationHandlers(options.workspaces),
    ...outboxHandlers(options.workspaces),
    ...storeHandlers(options.keeper, options.workspaces),
    ...trajectoryHandlers(options.workspaces),
    ...searchHandlers(options),
    ...placeHandlers(options.whereabouts),
    ...basemapHandlers(options.demo),
    ...mapSourceHandlers(options),
    ...regionHandlers(options),
    ...journalHandlers(options),
    ...diagnosisHandlers(options),
    ...updateHandlers(options),
  };
}
