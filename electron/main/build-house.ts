import type { GraphicsState } from '@contract/graphics';
import type { Settings } from '@contract/settings';
import type { Workspace } from '@core/workspace/workspace';
import { logChanges, logSyncs } from '@core/logging/log-changes';
import { AlertFollower } from '@core/workspace/alert-follower';
import { EventsHub, type TopicSources } from './ipc/events';
import { stateTopic, topicsAtFirst, topicsOf } from './ipc/topics';
import type { SettingsFile } from './settings-file';
import { buildUseCases, type UseCases } from './use-cases';
import type { World } from './world';

/** Tells how often the graphics processor was lost. */
interface GraphicsSource {
  state(): GraphicsState;
  subscribe(listener: (state: GraphicsState) => void): () => void;
}

/** Core on top of a world, and the hub of topics that windows listen to; nothing of Electron. */
export type House = UseCases & {
  hub: EventsHub;
  /** The alerts of the person who is signed in. */
  alertFollower: AlertFollower;
  /** Where each topic's state comes from just now. */
  sources(): TopicSources;
};

/** Builds everything that serves the windows. */
export async function buildHouse(
  world: World,
  settings: SettingsFile,
  graphics: GraphicsSource,
): Promise<House> {
  const alertFollower = new AlertFollower();
  let endSyncLog = (): void => undefined;
  const cases = await buildUseCases(
    world,
    settings,
    graphics,
    (workspace) => {
      alertFollower.follow(workspace);
      endSyncLog();
      endSyncLog = workspace === null ? () => undefined : logSyncs(workspace.records);
      const { fleet, live, zones, alerts, records, outbox } = topicsOf(workspace);
      hub.replace('fleet', fleet);
      hub.replace('live', live);
      hub.replace('zones', zones);
      hub.replace('alerts', alerts);
      hub.replace('records', records);
      hub.replace('outbox', outbox);
    },
    (sight) => {
      const { fleet, live } = topicsAtFirst(sight);
      hub.replace('fleet', fleet);
      hub.replace('live', live);
    },
  );
  logChanges(cases);
  const followDetail = ({ detailedLog }: Settings) => {
    world.journal.isDetailed = detailedLog;
  };
  followDetail(settings.state());
  settings.subscribe(followDetail);
  const sources = (workspace: Workspace | null): TopicSources => ({
    session: stateTopic(cases.session),
    connections: stateTopic(cases.offered),
    settings: stateTopic(settings),
    budget: stateTopic(cases.budget),
    capabilities: stateTopic(cases.capabilities),
    resources: stateTopic(cases.resources),
    proxy: stateTopic(world.proxy),
    store: stateTopic(cases.keeper),
    graphics: stateTopic(graphics),
    desktop: stateTopic(cases.desktop),
    mapSources: stateTopic(cases.mapSources),
    mapNames: stateTopic(cases.mapNames),
    regionCopies: stateTopic(cases.regionCopies),
    journal: stateTopic(world.journal),
    updates: stateTopic(cases.updates),
    ...topicsOf(workspace),
  });
  const hub = new EventsHub(sources(null));
  return { ...cases, hub, alertFollower, sources: () => sources(cases.workspaces.peek()) };
}
