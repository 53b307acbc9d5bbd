import type { Connection, ConnectionDraft, ConnectionsState } from '@contract/connections';
import { Feed } from '../feed';
import type { Chance } from '../ports/chance';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { ConnectionFile } from './connection-file';

/** What saved connections need. */
export interface ConnectionsOptions {
  files: Files;
  clock: Clock;
  chance: Chance;
}

/** The saved connections, without a secret in them. One for the life of the process. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #feed = new Feed<ConnectionsState>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Reads the file; call it once, before anything else. A broken file is set aside. */
  load(): Promise<void> {
    void this.#options;
    return Promise.resolve();
  }

  state(): ConnectionsState {
    return { connections: [], preselected: null, setAside: null };
  }

  subscribe(listener: (state: ConnectionsState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Saves a new connection. @throws FleetdeskError */
  save(draft: ConnectionDraft): Promise<Connection> {
    return Promise.reject(new Error(draft.name));
  }

  /** Changes a saved connection; a changed origin makes a new one. @throws FleetdeskError */
  update(_id: string, draft: ConnectionDraft): Promise<Connection> {
    return Promise.reject(new Error(draft.name));
  }

  /** Forgets a connection. `Session.forget` does so with its keychain entry. */
  remove(_id: string): Promise<void> {
    return Promise.resolve();
  }

  /** Which connection the sign-in form shows first. */
  preselect(_id: string | null): Promise<void> {
    return Promise.resolve();
  }

  /** Adds the connection of a file to the list and preselects it; saved once it is used. */
  offer(file: ConnectionFile): Connection {
    throw new Error(file.name);
  }
}
