import type { ResourceDescriptions } from '@contract/resources';
import type { SessionState } from '@contract/session';
import type { Alerts } from '../alerts/alerts';
import { reportFault } from '../faults';
import type { Associations } from '../fleet/associations';
import type { Fleet } from '../fleet/fleet';
import type { MetRecords } from '../fleet/met-records';
import type { Records } from '../fleet/records';
import type { VehicleLabelKeeper } from '../fleet/vehicle-label-keeper';
import type { RecordLists } from '../lists/record-lists';
import type { Outbox } from '../outbox/outbox';
import type { Store } from '../ports/store';
import type { RowChecks } from '../store/row-checks';
import type { ActiveSession } from '../session/session';
import type { LiveTracking } from '../tracking/live-tracking';
import type { Trajectories } from '../trajectories/trajectories';
import type { Zones } from '../zones/zones';

/** What is known of the fleet of one identity, and what waits to be sent for it. */
export interface Workspace {
  readonly identity: string;
  /** Resources that the service profile describes beside the built-in ones. */
  readonly described: ResourceDescriptions;
  readonly store: Store;
  /** Whether what a person enters can be kept; else the store only stands in for the real one. */
  readonly isKept: boolean;
  readonly records: Records;
  /** The records as lists show them, with what is known beside their fields. */
  readonly lists: RecordLists;
  /** Records that others refer to and that no list tells. */
  readonly met: MetRecords;
  readonly associations: Associations;
  readonly fleet: Fleet;
  readonly live: LiveTracking;
  readonly zones: Zones;
  /** Rules, what they found, and what is to be announced of it. */
  readonly alerts: Alerts;
  /** Tags, groups and pins of vehicles. */
  readonly labels: VehicleLabelKeeper;
  readonly trajectories: Trajectories;
  readonly outbox: Outbox;
  readonly rowChecks: RowChecks;
}

/** What the session tells. */
export interface SessionView {
  state(): SessionState;
  active(): ActiveSession | null;
  subscribe(listener: (state: SessionState) => void): () => void;
}

/** Whether it is certain that no session is kept, locked or not. */
export function isNobodys({ phase, keychain, place, isConnectionLost }: SessionState): boolean {
  const isSignedOut = phase === 'signed-out' && place === null && isConnectionLost !== true;
  return isSignedOut && keychain !== 'unreadable';
}

/** Begins all work, once the outbox knows what waits: nothing is shown as if nothing did. */
export async function startWorkspace(workspace: Workspace): Promise<void> {
  const { described, store } = workspace;
  const { records, lists, met, associations, fleet, live, zones, alerts, labels, outbox } =
    workspace;
  const { rowChecks } = workspace;
  // A store that was just opened knows the built-in resources.
  if (Object.keys(described).length > 0) await store.declare(described);
  await outbox.start();
  records.start();
  // What the map shows is read first: who comes later waits for it. Where vehicles were seen comes
  // before them, else each would be told as one that was never checked.
  live.readKept();
  fleet.start();
  associations.start();
  met.start();
  // Before the first looks are chosen.
  await labels.start();
  live.start();
  // Before the zones', so that it hears of all that they judge.
  alerts.start();
  zones.start();
  lists.start();
  rowChecks.start();
}

/** Resolves once all is in that the map shows of what is kept, as far as it can be read. */
export async function readFirst({ fleet, live }: Workspace): Promise<void> {
  for (const part of await Promise.allSettled([fleet.vehiclesRead, live.recalled])) {
    if (part.status === 'rejected')
      reportFault('what is kept of the fleet could not be read', part.reason);
  }
}

/** The link is back, the session renewed or the machine awake: what waited goes on now. */
export function wakeWorkspace({ records, associations, live, outbox }: Workspace): void {
  records.wake();
  associations.wake();
  live.wake();
  outbox.wake();
}

/** Ends all work, sending first; what is still to be written is on its way to the store then. */
export async function endWorkspace(workspace: Workspace): Promise<void> {
  const { records, lists, met, associations, fleet, live, zones, alerts, labels, outbox } =
    workspace;
  const { rowChecks } = workspace;
  const isSent = outbox.stop();
  rowChecks.stop();
  lists.stop();
  zones.stop();
  const isJudged = alerts.stop();
  live.stop();
  labels.stop();
  fleet.stop();
  associations.stop();
  met.stop();
  records.stop();
  await Promise.all([isSent, isJudged]);
}

/** Ends a workspace and closes its stand-in store. */
export async function dismissWorkspace(workspace: Workspace): Promise<void> {
  await endWorkspace(workspace);
  await leaveStandIn(workspace);
}

/** Closes the store of a workspace that has none of its own. */
export async function leaveStandIn({
  store,
  isKept,
}: Pick<Workspace, 'store' | 'isKept'>): Promise<void> {
  if (!isKept) await store.close();
}
