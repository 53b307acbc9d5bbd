import type { GraphicsState } from '@contract/graphics';
import type { Settings } from '@contract/settings';
import type { FirstSight } from '@core/tracking/first-sight';
import type { Workspace } from '@core/workspace/workspace';
import { logChanges, logSyncs } from '@core/logging/log-changes';
import { AlertFollower } from '@core/workspace/alert-follower';
import { EventsHub, type TopicSources } from './ipc/events';
import { tellAtFirst, tellSinceFirst, topicsAtFirst } from './ipc/first-topics';
import { stateTopic, topicsOf } from './ipc/topics';
import type { SettingsFile } from './settings-file';
import { buildUseCases, type UseCases } from './use-cases';
import { within } from './within';
import type { World } from './world';

/** So long, ms, pages wait for what is kept of the fleet, which a keychain may hold up for ever. */
const LONGEST_HOLD = 1_000;

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
  /** The sight that all pages were told of, while there is no workspace yet. */
  let first: FirstSight | null = null;
  let turn = 0;
  const cases = await buildUseCases(
    world,
    settings,
    graphics,
    (workspace) => {
      alertFollower.follow(workspace);
      endSyncLog();
      endSyncLog = workspace === null ? () => undefined : logSyncs(workspace.records);
      const { fleet, live, zones, alerts, records, outbox } = topicsOf(workspace);
      const told = first;
      first = null;
      turn += 1;
      if (workspace !== null && told !== null) {
        const tell = tellSinceFirst(told, workspace, world.clock);
        void hub.goOn('live', live, tell.live);
        void hub.goOn('fleet', fleet, tell.fleet);
      } else {
        hub.replace('fleet', fleet);
        hub.replace('live', live);
      }
      hub.replace('zones', zones);
      hub.replace('alerts', alerts);
      hub.replace('records', records);
      hub.replace('outbox', outbox);
    },
    (sight) => {
      const { fleet, live } = topicsAtFirst(sight);
      const tell = tellAtFirst(sight);
      const asked = turn;
      // What vehicles do comes before they are listed: none is listed as if nobody knew.
      const isTold = [hub.goOn('live', live, tell.live), hub.goOn('fleet', fleet, tell.fleet)];
      void Promise.all(isTold).then(() => {
        if (turn === asked) first = sight;
      });
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
  // A page that asks while the fleet is being read would make its lists for none, and then again.
  hub.hold(['fleet', 'live'], within(LONGEST_HOLD, cases.isFirstTold));
  return { ...cases, hub, alertFollower, sources: () => sources(cases.workspaces.peek()) };
}
