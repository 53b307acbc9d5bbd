import { z } from 'zod';
import {
  connectionSchema,
  readBaseUrl,
  type Connection,
  type ConnectionDraft,
  type ConnectionsState,
} from '@contract/connections';
import { FleetdeskError } from '@contract/errors';
import { Feed } from '../feed';
import type { Random } from '../ports/random';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import { isJsonObject, type JsonObject } from '../service/json';
import { readProfile, type Profile } from '../service/profile';
import { readProfileFile, writeProfileFile } from '../service/profile-file';
import { setAsideDamaged } from '../set-aside';
import { readStored } from '../stored-json';
import type { ConnectionFile } from './connection-file';
import { Serial } from './serial';
import { readAddress } from './address';

const FILE = 'connections.json';

/** What is kept of a connection beside what the form shows. */
const savedSchema = connectionSchema.extend({
  /** Part of a service profile, laid over the built-in one. */
  profile: z.record(z.string(), z.unknown()).nullable(),
  /** The keychain account and its place, from the last sign-in. */
  account: z.string().nullable(),
  place: z.enum(['keychain', 'passphrase']).nullable(),
  /** Fingerprint of the request ledger that was used last. */
  ledger: z.string().nullable(),
});

type SavedConnection = z.output<typeof savedSchema>;

/** Each connection is read separately, so that a damaged one costs no other. */
const fileSchema = z.strictObject({
  version: z.literal(1),
  connections: z.array(z.unknown()),
  preselected: z.string().nullable(),
});

/** What saved connections need. */
export interface ConnectionsOptions {
  files: Files;
  clock: Clock;
  random: Random;
}

/** What a sign-in adds to a connection. */
export interface SignInRecord {
  username: string;
  hasPublicKey: boolean;
  /** Where the key has to travel, if not as the profile of the connection says. */
  publicKeyPlace: Profile['publicKey']['place'] | null;
  /** Null for a session in memory. */
  account: string | null;
  place: 'keychain' | 'passphrase' | null;
  ledger: string;
}

/**
 * The saved connections, without a secret in them: the public key is in the keychain, and the
 * file keeps only hashes of what it is part of. One for the life of the process.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #feed = new Feed<ConnectionsState>('the connections');
  readonly #serial = new Serial();
  #saved: SavedConnection[] = [];
  /** Offered by a file and not used yet: in the list, not on the disk. */
  #offered: SavedConnection | null = null;
  #preselected: string | null = null;
  #setAside: string | null = null;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /**
   * Reads the file; call it once, before anything else. Connections that can be read stay; a file
   * with anything else in it is set aside as it was.
   */
  async load(): Promise<void> {
    const text = await this.#options.files.read(FILE);
    if (text === null) return;
    const content = readStored(fileSchema, text);
    const read = (content?.connections ?? []).map((each) => savedSchema.safeParse(each));
    this.#saved = read.flatMap(({ data }) => data ?? []);
    this.#preselected = content?.preselected ?? null;
    if (content === null || this.#saved.length < read.length) {
      const { files } = this.#options;
      this.#setAside = await setAsideDamaged(files, FILE, () =>
        this.#serial.run(() => this.#write(this.#saved, this.#preselected)),
      );
    }
    this.#publish();
  }

  state(): ConnectionsState {
    return {
      connections: this.#all().map(toConnection),
      preselected: this.#preselected,
      setAside: this.#setAside,
    };
  }

  /** Gets the whole state whenever it changes. */
  subscribe(listener: (state: ConnectionsState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** A connection with what the app keeps beside it, or null. */
  find(id: string): SavedConnection | null {
    return this.#all().find((connection) => connection.id === id) ?? null;
  }

  /** Connections with a keychain entry, the one that was written last first. */
  kept(): SavedConnection[] {
    const kept = this.#saved.filter(({ account }) => account !== null);
    return kept.sort((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0));
  }

  /** Whether requests were sent under this ledger before. */
  knowsLedger(fingerprint: string): boolean {
    return this.#saved.some(({ ledger }) => ledger === fingerprint);
  }

  /** Saves a new connection. @throws FleetdeskError `invalid-request` */
  async save(draft: ConnectionDraft): Promise<Connection> {
    readAddress(draft);
    const connection = this.#make(draft);
    await this.#serial.run(() => this.#write([...this.#saved, connection], connection.id));
    return toConnection(connection);
  }

  /**
   * Changes a saved connection. A changed origin makes a new one, which inherits nothing but the
   * entered words: nothing of the old one is ever sent to another host.
   * @throws FleetdeskError `invalid-request`, `not-found`
   */
  async update(id: string, draft: ConnectionDraft): Promise<Connection> {
    const origin = readAddress(draft).origin;
    const before = this.#known(id);
    const base = readBaseUrl(before.baseUrl, true);
    if (!base.ok || base.origin !== origin) return this.save(draft);
    return toConnection(await this.#edit(id, (now) => ({ ...now, ...draft })));
  }

  /**
   * The service profile of a connection. @throws FleetdeskError `not-found`, or `file-unreadable`
   * where a newer Fleetdesk wrote a profile that this one can't read
   */
  profile(id: string): Profile {
    return readProfile(this.#known(id).profile ?? {});
  }

  /** The service profile of whichever connection leads to a base URL; null where none does. */
  profileAt(base: string): Profile | null {
    const connection = this.#all().find(({ baseUrl }) => {
      const other = readBaseUrl(baseUrl, true);
      return other.ok && other.base === base;
    });
    return connection ? readProfile(connection.profile ?? {}) : null;
  }

  /**
   * Gives a connection the profile of a file, or with null the built-in one. It holds from the next
   * sign-in on. A broken file is refused with the path of every wrong key, and the old profile stays.
   * @throws FleetdeskError `file-unreadable`/`profile-broken`, `not-found`
   */
  async importProfile(id: string, text: string | null): Promise<Profile> {
    const file = text === null ? null : readProfileFile(text);
    await this.#edit(id, (now) => ({ ...now, profile: file?.content ?? null }));
    return this.profile(id);
  }

  /**
   * Changes a part of the connection's profile; it holds from the next sign-in on. A broken one is
   * refused as that of a file is, and the old profile stays. @throws as {@link importProfile}
   */
  async editProfile(id: string, change: (content: JsonObject) => JsonObject): Promise<Profile> {
    await this.#edit(id, (now) => {
      const profile = change(now.profile ?? {});
      readProfile(profile);
      return { ...now, profile: Object.keys(profile).length === 0 ? null : profile };
    });
    return this.profile(id);
  }

  /**
   * A person confirmed what the connection's profile says of tracking positions. It holds at once,
   * since nothing is read in another way. @throws FleetdeskError as `profile`
   */
  async confirmTracking(id: string): Promise<Profile> {
    this.profile(id);
    await this.#edit(id, (now) => {
      return { ...now, profile: withKeys(now.profile, 'tracking', { confirmed: true }) };
    });
    return this.profile(id);
  }

  /** The whole profile of a connection as the text of a file. @throws FleetdeskError */
  exportProfile(id: string): string {
    return writeProfileFile(this.profile(id));
  }

  /** Forgets a connection. `Session.forget` does so with its keychain entry. */
  async remove(id: string): Promise<void> {
    await this.#serial.run(() => {
      const others = this.#saved.filter((connection) => connection.id !== id);
      const choice = this.#preselected === id ? null : undefined;
      return this.#write(others, choice, this.find(id));
    });
  }

  /** Which connection the sign-in form shows first. */
  async preselect(id: string | null): Promise<void> {
    await this.#serial.run(() => this.#write(this.#saved, id));
  }

  /** Adds the connection of a file to the list and preselects it; saved once it is used. */
  offer(file: ConnectionFile): Connection {
    const base = readBaseUrl(file.baseUrl, true);
    const origin = base.ok ? base.origin : null;
    const known = this.#saved.find((saved) => {
      const savedBase = readBaseUrl(saved.baseUrl, true);
      return saved.name === file.name && savedBase.ok && savedBase.origin === origin;
    });
    const draft: ConnectionDraft = {
      name: file.name,
      baseUrl: file.baseUrl,
      timeZone: file.timeZone ?? known?.timeZone ?? systemTimeZone(),
      units: file.units ?? known?.units ?? 'km/h',
      budgetShare: file.budgetShare ?? known?.budgetShare ?? null,
      // Plain HTTP is a person's decision, never a file's.
      allowPlainHttp: known?.allowPlainHttp ?? false,
    };
    // A file that says nothing of a profile takes away none.
    const profile = file.profile ?? known?.profile ?? null;
    const offered = { ...(known ?? this.#make(draft)), ...draft, profile };
    this.#offered = offered;
    this.#preselected = offered.id;
    this.#publish();
    return toConnection(offered);
  }

  /** Notes a sign-in: the connection is saved, with what it takes to find its entry again. */
  async recordSignIn(
    id: string | null,
    draft: ConnectionDraft,
    { publicKeyPlace, ...record }: SignInRecord,
  ): Promise<Connection> {
    const { origin } = readAddress(draft);
    const lastUsedAt = this.#options.clock.now();
    return this.#serial.run(async () => {
      const before = id === null ? null : this.find(id);
      const base = before && readBaseUrl(before.baseUrl, true);
      const isSame = base?.ok === true && base.origin === origin;
      const now = isSame && before ? before : this.#make(draft);
      const profile = publicKeyPlace
        ? withKeys(now.profile, 'publicKey', { place: publicKeyPlace })
        : now.profile;
      const connection: SavedConnection = { ...now, ...draft, ...record, profile, lastUsedAt };
      await this.#write(this.#with(connection), connection.id, now);
      return toConnection(connection);
    });
  }

  /** A keychain entry is gone; the connection may have another one by now. */
  async forgetAccount(id: string, account: string): Promise<void> {
    await this.#serial.run(async () => {
      const connection = this.#saved.find((saved) => saved.id === id);
      if (connection?.account !== account) return;
      await this.#write(this.#with({ ...connection, account: null, place: null }));
    });
  }

  #known(id: string): SavedConnection {
    const connection = this.find(id);
    if (connection) return connection;
    throw new FleetdeskError({ code: 'not-found', message: `No saved connection ${id}` });
  }

  #all(): SavedConnection[] {
    const offered = this.#offered;
    if (offered === null) return this.#saved;
    return [...this.#saved.filter(({ id }) => id !== offered.id), offered];
  }

  #make(draft: ConnectionDraft): SavedConnection {
    return {
      ...draft,
      id: this.#options.random.id(),
      username: null,
      hasPublicKey: false,
      isDemo: false,
      lastUsedAt: null,
      profile: null,
      account: null,
      place: null,
      ledger: null,
    };
  }

  /** Changes a connection as the changes before left it; an offered one is saved with that. */
  #edit(id: string, edit: (now: SavedConnection) => SavedConnection): Promise<SavedConnection> {
    return this.#serial.run(async () => {
      const now = this.#known(id);
      const edited = edit(now);
      await this.#write(this.#with(edited), undefined, now);
      return edited;
    });
  }

  /** The saved connections with one of them changed, or added. */
  #with(connection: SavedConnection): SavedConnection[] {
    const isKnown = this.#saved.some(({ id }) => id === connection.id);
    if (!isKnown) return [...this.#saved, connection];
    return this.#saved.map((other) => (other.id === connection.id ? connection : other));
  }

  /**
   * Writes what is saved from now on, in its turn; `undefined` keeps the choice. What was offered
   * and is `used` with this is offered no more.
   */
  async #write(
    connections: SavedConnection[],
    preselected?: string | null,
    used: SavedConnection | null = null,
  ): Promise<void> {
    const content: z.output<typeof fileSchema> = {
      version: 1,
      connections,
      preselected: preselected === undefined ? this.#preselected : preselected,
    };
    try {
      await this.#options.files.write(FILE, `${JSON.stringify(content, null, 2)}\n`);
    } catch (cause) {
      const message = `The connections can't be saved: ${String(cause)}`;
      throw new FleetdeskError({ code: 'file-unreadable', message }, { cause });
    }
    this.#saved = connections;
    if (preselected !== undefined) this.#preselected = preselected;
    if (this.#offered === used) this.#offered = null;
    this.#publish();
  }

  #publish(): void {
    this.#feed.publish(this.state());
  }
}

/** A part of a profile with some keys of one of its groups set; the others stay as they are. */
function withKeys(
  profile: SavedConnection['profile'],
  group: string,
  keys: Readonly<Record<string, unknown>>,
): NonNullable<SavedConnection['profile']> {
  const said = profile?.[group];
  return { ...profile, [group]: { ...(isJsonObject(said) ? said : {}), ...keys } };
}

/** The system's time zone, the default of a new connection. */
export function systemTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function toConnection(saved: SavedConnection): Connection {
  return connectionSchema.parse(saved);
}
