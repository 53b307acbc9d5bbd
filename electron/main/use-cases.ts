import type { GraphicsState } from '@contract/graphics';
import { isUnread } from '@contract/managed';
import type { Settings } from '@contract/settings';
import { RequestBudget } from '@core/budget/request-budget';
import { Capabilities } from '@core/capabilities/capabilities';
import { DescribedResources } from '@core/capabilities/described-resources';
import { Desktop } from '@core/desktop/desktop';
import { buildDiagnosis } from '@core/diagnosis/build-diagnosis';
import { reportFault } from '@core/faults';
import { MapSources } from '@core/map-sources/map-sources';
import { Geocoder } from '@core/place-search/geocoder';
import { placesOfFleet } from '@core/place-search/fleet-places';
import { KeptData } from '@core/kept-data/kept-data';
import { MapNames } from '@core/place-search/map-names';
import { OwnCertificates } from '@core/certificates/own-certificates';
import { PlaceSearch } from '@core/place-search/place-search';
import { Whereabouts } from '@core/places/whereabouts';
import { RegionCopies } from '@core/region-copies/region-copies';
import { ProxyScript } from '@core/proxy/proxy-script';
import { ProxyTest } from '@core/proxy/proxy-test';
import { ConnectionProfiles } from '@core/session/connection-profiles';
import { Connections } from '@core/session/connections';
import { Session } from '@core/session/session';
import { ServiceClient } from '@core/service/service-client';
import { ServiceClock } from '@core/service/service-clock';
import { WorkOffline } from '@core/service/work-offline';
import { StoreKeeper } from '@core/store/store-keeper';
import type { FirstSight } from '@core/tracking/first-sight';
import { Updates } from '@core/updates/updates';
import { workInHand } from '@core/updates/work-in-hand';
import type { Workspace } from '@core/workspace/workspace';
import { buildWorkspace } from '@core/workspace/build-workspace';
import { FirstShown } from '@core/workspace/first-shown';
import { DemoFleet } from './demo/demo-fleet';
import { followChoices } from './follow-choices';
import { seedAt } from './demo/seed-in-token';
import { OfferedConnections } from './offered-connections';
import type { SettingsFile } from './settings-file';
import { Workspaces } from '@core/workspace/workspaces';
import { within } from './within';
import type { World } from './world';

/** So long, ms, quitting waits for what is being written to the store, and then to the keychain. */
const longestEnd = 5_000;

/** Core on top of the outside world. */
export type UseCases = Awaited<ReturnType<typeof buildUseCases>>;

/**
 * Builds core's use cases; `onChange` is told when somebody else is signed in, or nobody,
 * `onFirstSight` of what can be shown before.
 */
export async function buildUseCases(
  given: World,
  settings: SettingsFile,
  graphics: { state(): GraphicsState },
  onChange: (workspace: Workspace | null) => void,
  onFirstSight: (sight: FirstSight) => void,
) {
  const serviceClock = new ServiceClock(given);
  const world = { ...given, transport: serviceClock };
  const { clock, random, days, transport, files, ledgers, stores } = world;
  const budget = new RequestBudget(world);
  const connections = new Connections(world);
  await connections.load();
  // Before anything asks a server.
  const certificates = await OwnCertificates.open({
    ...{ files, clock, trust: world.ownTrust, managed: world.managed.certificates },
  });
  const workOffline = new WorkOffline(world);
  const proxyScript = new ProxyScript(world.routes, (isBroken) => {
    world.proxy.tellScript(isBroken);
  });
  const followSettings = ({ workOffline: isWanted, proxy }: Settings) => {
    workOffline.set(isWanted);
    world.routes.use(proxy);
    proxyScript.follow(proxy);
  };
  followSettings(settings.state());
  settings.subscribe(followSettings);
  const session = new Session({ ...world, budget, connections, workOffline });
  const capabilities = new Capabilities({ clock, session });
  const resources = new DescribedResources({ session });
  const service = new ServiceClient({
    ...{ clock, transport, budget, session, workOffline },
    permissions: capabilities,
  });
  const perMinute = () => budget.state().limit;
  const keeper = new StoreKeeper(world);
  // In its turn before any store is opened.
  keeper.retry().catch((fault: unknown) => {
    reportFault('what was to be erased could not be looked for', fault);
  });
  const desktop = new Desktop({
    ...{ clock, notifier: world.notifier, findTray: world.findTray, power: world.power },
    settings: () => settings.state(),
  });
  const { firstLook: look } = world;
  const first =
    look &&
    new FirstShown({
      ...{ look, clock, onShow: onFirstSight },
      chosen: () => settings.state(),
      onHide: () => {
        onChange(null);
      },
    });
  const workspaces = new Workspaces({
    ...{ session, keeper, stores, clock, onChange },
    ...(first && { first }),
    build: (active, on) =>
      buildWorkspace(active, on, {
        ...{ session, service, clock, random, perMinute },
        permissions: capabilities,
        ...(days && { days }),
        chosen: () => settings.state(),
        looksAtRest: () => budget.looksAtRest(),
        isDoNotDisturb: () => desktop.isQuiet(),
      }),
  });
  followChoices(settings, () => workspaces.peek()?.live ?? null);
  const mapSources = await MapSources.open({ ...world, workOffline });
  const regionCopies = await RegionCopies.open({
    ...{ ...world, workOffline },
    addMap: (file) => mapSources.add(file),
  });
  const updates = await Updates.open({
    ...{ clock, random, files, settings, source: world.updates, version: world.version },
    // Nobody knows what a file that can't be read restricts.
    isForbidden: world.managed.areUpdatesOff || isUnread(world.managed),
    work: () => workInHand(workspaces.peek()?.outbox.snapshot() ?? null, regionCopies.state()),
  });
  const demo = new DemoFleet({
    ...world.demo,
    session,
    seedAt: (baseUrl) => seedAt(baseUrl, async () => session.authority()?.freshToken() ?? null),
  });
  const whereabouts = new Whereabouts({
    sources: mapSources,
    ground: world.ground,
    streets: () => demo.streets(),
    service: () => session.active()?.connection.baseUrl ?? null,
  });
  const mapNames = new MapNames({
    ...{ clock, sources: mapSources, indexes: world.mapNames },
    fleet: () => {
      const { vehicles } = workspaces.peek()?.live.snapshot() ?? { vehicles: [] };
      return placesOfFleet(vehicles.map(({ fix }) => fix));
    },
  });
  // Earlier versions kept found addresses in the open.
  files.remove('found-addresses.json').catch((fault: unknown) => {
    reportFault('an old list of found addresses could not be deleted', fault);
  });
  const proxyTest = new ProxyTest({
    ...{ clock, routes: world.routes, credentials: world.proxy },
    service: () => {
      const connection = session.active()?.connection;
      return connection === undefined || connection.isDemo ? null : connection.baseUrl;
    },
  });
  const geocoder = new Geocoder({
    ...{ clock, workOffline, network: world.tileNetwork, userAgent: world.userAgent },
    store: () => workspaces.peek()?.store ?? null,
    setting: () => settings.state().geocoder,
  });
  return {
    settings,
    certificates,
    proxyTest,
    managed: world.managed,
    budget,
    connections,
    profiles: new ConnectionProfiles({
      ...{ connections, session, files, random },
      includesDevices: () => workspaces.peek()?.fleet.includesDevices ?? null,
    }),
    offered: new OfferedConnections({
      connections,
      settingsSetAside: settings.setAside ?? mapSources.setAside ?? regionCopies.setAside,
    }),
    session,
    capabilities,
    resources,
    service,
    keeper,
    workspaces,
    /** Resolves once what is kept of the fleet is shown, or there is nothing to show. */
    isFirstTold: first?.isTold ?? Promise.resolve(),
    demo,
    mapSources,
    geocoder,
    kept: new KeptData({
      ...{ workspaces, mapSources, geocoder, journal: world.journal },
      store: () => keeper.store,
    }),
    placeSearch: new PlaceSearch({
      streets: () => demo.streets(),
      maps: mapNames,
      ...(world.towns && { towns: world.towns }),
    }),
    mapNames,
    whereabouts,
    desktop,
    regionCopies,
    updates,
    diagnosis: buildDiagnosis({
      ...{ ...world, budget, session, connections, keeper, mapSources },
      ...{ graphics, serviceClock },
    }),
    /** Ends all work, the last things built first, and waits for what is being written. */
    stop: async () => {
      updates.close();
      await within(longestEnd, workspaces.close());
      // A keychain may wait for a person who is not there any more.
      await within(longestEnd, Promise.allSettled([demo.stop(), session.close()]));
      capabilities.close();
      resources.close();
      await within(longestEnd, regionCopies.close());
      const maps = [whereabouts.close(), mapNames.close(), mapSources.close()];
      await Promise.allSettled([budget.close(), ...maps]);
      await Promise.all([files.idle(), ledgers.idle()]);
    },
  };
}
