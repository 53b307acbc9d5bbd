import { readBaseUrl } from '@contract/connections';
import { FleetdeskError } from '@contract/errors';
import type { ProfileEdit } from '@contract/profile-form';
import type {
  ConnectionProfile,
  LearnedOfService,
  ProfileContent,
  ProfileDifference,
  ProfileOffer,
} from '@contract/profile';
import type { ResourceDescription } from '@contract/resources';
import type { Random } from '../ports/random';
import type { Files } from '../ports/files';
import type { Learned, LearnedFacts } from '../service/learned';
import { optionalOperationNames } from '../service/operations';
import type { Profile } from '../service/profile';
import { diffProfile } from '../service/profile-diff';
import { readProfileFile } from '../service/profile-file';
import { editProfile, formOfProfile } from '../service/profile-form';
import { viewProfile, type ProfileView } from '../service/profile-view';
import { DEMO_IDENTITY } from './identity';
import type { Connections } from './connections';
import type { Session } from './session';
import { openLearned } from './targets';

/** What the service profiles of connections need. */
export interface ConnectionProfilesOptions {
  connections: Connections;
  session: Pick<Session, 'active' | 'authority'>;
  files: Files;
  random: Pick<Random, 'id'>;
  /** Whether the running session's vehicle list tells devices along; null until tried. */
  includesDevices(): boolean | null;
}

/** Of a deployment that nobody signed in to yet. */
const nothingLearned: Pick<Learned, 'facts'> = { facts: () => ({ refused: {}, firstPage: null }) };

/**
 * The service profiles of the saved connections as a person sees and changes them. A session keeps
 * the profile that it began with: a changed one holds from the next sign-in or start on.
 */
export class ConnectionProfiles {
  readonly #options: ConnectionProfilesOptions;
  /** The file that a person was asked about last. */
  #offered: { offerId: string; connectionId: string; text: string } | null = null;

  constructor(options: ConnectionProfilesOptions) {
    this.#options = options;
  }

  /**
   * The profile of a saved connection, or of the demo fleet while that is signed in to.
   * @throws FleetdeskError `not-found`; `file-unreadable`/`profile-broken` for a profile that a
   * newer Fleetdesk left
   */
  async view(connectionId: string): Promise<ConnectionProfile> {
    const running = this.#running(connectionId);
    const isDemo = connectionId === DEMO_IDENTITY && running !== null;
    const profile = isDemo ? running : this.#options.connections.profile(connectionId);
    const view = viewProfile({ profile, learned: await this.#learned(connectionId) });
    return {
      ...describeProfile(view),
      connectionId,
      isOwn: view.differences.length > 0,
      isWaiting: running !== null && !asksTheSame(profile, running),
      learned: describeLearned(
        view.learned,
        running === null ? null : this.#options.includesDevices(),
      ),
      form: formOfProfile(profile),
    };
  }

  /**
   * Reads the text of a profile file for a connection and keeps it until a person was asked: paths
   * of a stranger decide what is called at the connection's host.
   * @throws FleetdeskError `file-unreadable`/`profile-broken` with the path of every wrong key,
   * `not-found`
   */
  offer(connectionId: string, file: { name: string; text: string }): ProfileOffer {
    const host = this.#hostOf(connectionId);
    const { profile } = readProfileFile(file.text);
    const content = describeProfile(viewProfile({ profile, learned: nothingLearned }));
    const offerId = this.#options.random.id();
    this.#offered = { offerId, connectionId, text: file.text };
    return { offerId, connectionId, file: file.name, host, content };
  }

  /** Uses the file that was offered last. @throws FleetdeskError `not-found` for any other */
  async accept(offerId: string): Promise<ConnectionProfile> {
    const offered = this.#offered;
    if (offered?.offerId !== offerId) {
      throw new FleetdeskError({ code: 'not-found', message: 'This profile file waits no more.' });
    }
    this.#offered = null;
    await this.#options.connections.importProfile(offered.connectionId, offered.text);
    return this.view(offered.connectionId);
  }

  /** Goes back to the built-in profile. @throws FleetdeskError `not-found` */
  async reset(connectionId: string): Promise<ConnectionProfile> {
    await this.#options.connections.importProfile(connectionId, null);
    return this.view(connectionId);
  }

  /**
   * Changes what a person edited of a profile; it holds from the next sign-in on. The old one stays
   * where a value is bad.
   * @throws FleetdeskError `file-unreadable`/`profile-broken` with the path of every wrong key,
   * `not-found`
   */
  async edit(connectionId: string, edit: ProfileEdit): Promise<ConnectionProfile> {
    const { connections } = this.#options;
    await connections.editProfile(connectionId, (content) => editProfile(content, edit));
    return this.view(connectionId);
  }

  /** A person confirmed the meaning of positions. @throws FleetdeskError as `view` */
  async confirmTracking(connectionId: string): Promise<ConnectionProfile> {
    await this.#options.connections.confirmTracking(connectionId);
    return this.view(connectionId);
  }

  /** The profile that the session of a connection runs under, or null. */
  #running(connectionId: string): Profile | null {
    const active = this.#options.session.active();
    return active?.connection.id === connectionId ? active.profile : null;
  }

  async #learned(connectionId: string): Promise<Pick<Learned, 'facts'>> {
    const { connections, session, files } = this.#options;
    const authority = session.authority();
    if (authority !== null && this.#running(connectionId) !== null) {
      return authority.target.learned;
    }
    const ledger = connections.find(connectionId)?.ledger ?? null;
    return ledger === null ? nothingLearned : openLearned(files, ledger);
  }

  #hostOf(connectionId: string): string {
    const baseUrl = this.#options.connections.find(connectionId)?.baseUrl;
    if (baseUrl === undefined) {
      throw new FleetdeskError({
        code: 'not-found',
        message: `No saved connection ${connectionId}`,
      });
    }
    const base = readBaseUrl(baseUrl, true);
    return base.ok ? base.origin.replace(/^https?:\/\//, '') : baseUrl;
  }
}

/** Whether two profiles ask and read the same; that a person confirmed one changes neither. */
function asksTheSame(one: Profile, other: Profile): boolean {
  return diffProfile(one, other).every(({ path }) => path === 'tracking.confirmed');
}

function describeProfile({ profile, differences }: ProfileView): ProfileContent {
  const { name, version, tracking } = profile;
  return {
    name,
    version,
    differences: differences.flatMap(({ path, base, value }) => {
      const name = /^resources\.(\w+)$/.exec(path)?.[1] ?? '';
      const described = Object.hasOwn(profile.resources, name)
        ? profile.resources[name]
        : undefined;
      return described === undefined
        ? [{ path, builtIn: toText(base), value: toText(value) }]
        : describeResource(path, described);
    }),
    optionalOperations: optionalOperationNames.map((operation) => {
      const form = profile.optionalOperations[operation];
      return { operation, call: form ? `${form.method} ${form.path}` : null };
    }),
    tracking,
  };
}

/** What a person decides by: which fields a described resource has, and what is called for it. */
function describeResource(
  path: string,
  { fields, operations }: ResourceDescription,
): ProfileDifference[] {
  const calls = Object.entries(operations).flatMap(([action, form]): [string, string][] =>
    form === undefined ? [] : [[`operations.${action}`, `${form.method} ${form.path}`]],
  );
  const rows: [string, string][] = [['fields', Object.keys(fields).join(', ')], ...calls];
  return rows.map(([key, value]) => ({ path: `${path}.${key}`, builtIn: null, value }));
}

/** A value as it would be in a file, on one line; null for a key that is not there. */
function toText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}

function describeLearned(
  { refused, firstPage }: LearnedFacts,
  includesDevices: boolean | null,
): LearnedOfService {
  const operations = Object.entries(refused).map(([operation, parameters]) => ({
    operation,
    parameters: [...parameters].sort(),
  }));
  const ofVehicles = refused['vehicles.list'] ?? [];
  return {
    refused: operations,
    firstPage,
    vehicleIncludes: ofVehicles.includes('includes') ? false : includesDevices,
  };
}
