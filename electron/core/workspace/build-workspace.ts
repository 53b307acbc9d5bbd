import type { SessionState } from '@contract/session';
import { defaultSettings, type KeptDays, type OwnLimits } from '@contract/settings';
import { Alerts } from '../alerts/alerts';
import type { RestPace } from '../budget/rest-pace';
import { reportFault } from '../faults';
import { Associations } from '../fleet/associations';
import { isOffered } from '../fleet/collection-calls';
import { Fleet } from '../fleet/fleet';
import { MetRecords } from '../fleet/met-records';
import { RecordNews } from '../fleet/record-news';
import { Records } from '../fleet/records';
import { VehicleLabelKeeper } from '../fleet/vehicle-label-keeper';
import { RecordLists } from '../lists/record-lists';
import { Outbox, type OutboxLink } from '../outbox/outbox';
import type { PermissionSource } from '../outbox/sending/known-refusals';
import type { Random } from '../ports/random';
import type { Clock } from '../ports/clock';
import type { DayReader } from '../trajectories/day-reader';
import { ownService } from '../service/own-service';
import { declareDescribed } from '../service/resources';
import type { Service } from '../service/service';
import type { ActiveSession } from '../session/session';
import { RowChecks } from '../store/row-checks';
import { LiveTracking } from '../tracking/live-tracking';
import { readThresholds } from '../tracking/vehicle-status';
import { JudgedWriter } from '../zones/judged-writer';
import { Zones } from '../zones/zones';
import { Trajectories } from '../trajectories/trajectories';
import type { Workspace, SessionView } from './workspace';

/** What every workspace is built on. */
export interface WorkspaceOptions {
  session: SessionView;
  service: Service;
  /** What the service is known to refuse to the user. */
  permissions: PermissionSource;
  clock: Clock;
  random: Random;
  /** Reads large days elsewhere; in this thread where there is none. */
  days?: DayReader;
  /** Requests a minute that the connection may spend. */
  perMinute(): number;
  /** What is left to positions while nobody is at work; null while somebody is. */
  looksAtRest?(): RestPace | null;
  /** What a person chose; as at a first start, where there are no settings. */
  chosen?(): OwnLimits & KeptDays;
  /** Whether nobody wants to be disturbed now; never where there is no such setting. */
  isDoNotDisturb?(): boolean;
}

/** Builds what belongs to an identity on top of its store. */
export function buildWorkspace(
  { identity, profile }: ActiveSession,
  { store, isKept }: Pick<Workspace, 'store' | 'isKept'>,
  {
    session,
    service: everybodys,
    permissions,
    clock,
    random,
    days,
    perMinute,
    ...more
  }: WorkspaceOptions,
): Workspace {
  // Before anything of them is read or asked for.
  declareDescribed(profile.resources);
  const service = ownService(everybodys, () => session.active()?.identity === identity);
  const chosen = () => more.chosen?.() ?? defaultSettings;
  const isDoNotDisturb = () => more.isDoNotDisturb?.() ?? false;
  const looksAtRest = () => more.looksAtRest?.() ?? null;
  const isAtRest = () => looksAtRest() !== null;
  const news = new RecordNews();
  const records = new Records({ store, service, clock, news, profile, perMinute, isAtRest });
  const met = new MetRecords({
    ...{ store, clock, news, passes: records },
    isListed: (collection) => isOffered(collection, profile),
    first: () => fleet.settled,
    onFault: (fault) => {
      reportFault('records that others refer to were not kept', fault);
    },
  });
  const associations = new Associations({
    ...{ store, service, clock, news, perMinute },
    first: () => fleet.vehiclesRead,
  });
  // Asked for each time: a person may choose another zone while signed in.
  const timeZone = () => session.active()?.connection.timeZone ?? 'UTC';
  const fleet: Fleet = new Fleet({ clock, store, news, records, associations });
  const live = new LiveTracking({
    ...{ service, clock, fleet, profile, store, chosen },
    ...{ perMinute, looksAtRest },
  });
  const writer = new JudgedWriter({
    ...{ store, clock },
    onFault: (fault) => {
      reportFault('what was judged of vehicles could not be written', fault);
    },
  });
  const zones = new Zones({
    ...{ store, writer, clock, live },
    onFault: (fault) => {
      reportFault('zones could not be read or written', fault);
    },
  });
  const labels = new VehicleLabelKeeper({
    store,
    news,
    onChange: ({ vehicles }, keys) => {
      live.pin(Object.keys(vehicles).filter((key) => vehicles[key]?.isPinned === true));
      records.noteDerived('vehicles', keys, 'person');
      alerts.renewRules();
    },
    onFault: (fault) => {
      reportFault('tags and groups of vehicles were not read or kept', fault);
    },
  });
  const link = outboxLink(session);
  const alerts: Alerts = new Alerts({
    ...{ store, clock, writer, zones, live, timeZone, isDoNotDisturb },
    link: {
      isDown: () => link.state() !== 'online',
      subscribe: link.subscribe,
    },
    labels: () => labels.known(),
    limits: () => readThresholds(profile, chosen()),
    user: () => session.state().username ?? '',
    onFault: (fault) => {
      reportFault('alerts could not be read or written', fault);
    },
  });
  const lists = new RecordLists({ records, live, labels });
  const trajectories = new Trajectories({
    store,
    service,
    clock,
    fleet,
    ...(days && { days }),
    timeZone,
    profile,
    ownLimits: chosen,
  });
  const outbox = new Outbox({
    ...{ store, service, clock, random, news, profile, link, permissions, perMinute },
    onFault: (fault) => {
      reportFault('the outbox met a fault', fault);
    },
  });
  const rowChecks = new RowChecks({
    store,
    clock,
    onSetAside: (collection) => {
      news.publish({ kind: 'changed', collection, keys: null });
      records.sync(collection);
    },
  });
  return {
    identity,
    described: profile.resources,
    store,
    isKept,
    records,
    lists,
    met,
    associations,
    fleet,
    live,
    zones,
    alerts,
    labels,
    trajectories,
    outbox,
    rowChecks,
  };
}

/**
 * How the outbox sees the session and the connection. While the connection's state is unknown, it
 * is tried.
 */
export function outboxLink(session: Pick<SessionView, 'state' | 'subscribe'>): OutboxLink {
  const stateOf = ({ phase, link }: SessionState): ReturnType<OutboxLink['state']> => {
    if (phase !== 'signed-in') return 'signedOut';
    if (link.error?.reason === 'work-offline') return 'workOffline';
    return link.state === 'offline' ? 'offline' : 'online';
  };
  return {
    state: () => stateOf(session.state()),
    subscribe: (listener) => {
      let last = stateOf(session.state());
      return session.subscribe((state) => {
        const now = stateOf(state);
        if (now === last) return;
        last = now;
        listener();
      });
    },
  };
}
