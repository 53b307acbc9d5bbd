import type { ConnectionsState } from '@contract/connections';
import { FleetdeskError, type AppError } from '@contract/errors';
import { reportFault } from '@core/faults';
import { Feed } from '@core/feed';
import { readConnectionFile, type ConnectionFile } from '@core/session/connection-file';
import { readPersonFile } from './person-files';

/** What the saved connections tell and take. */
export interface SavedConnections {
  state(): ConnectionsState;
  subscribe(listener: (state: ConnectionsState) => void): () => void;
  offer(file: ConnectionFile): unknown;
}

/** What is needed to show connections to a person. */
export interface OfferedConnectionsOptions {
  connections: SavedConnections;
  /** A settings file, or the list of maps, that was set aside at start; the page says so. */
  settingsSetAside: string | null;
}

/** The saved connections as the windows see them, with what came of files on the command line. */
export class OfferedConnections {
  readonly #options: OfferedConnectionsOptions;
  readonly #feed = new Feed<ConnectionsState>('the connections');
  #refused: { file: string; error: AppError } | undefined;
  #refusedDemo: AppError | undefined;

  constructor(options: OfferedConnectionsOptions) {
    this.#options = options;
    options.connections.subscribe(() => {
      this.#feed.publish(this.state());
    });
  }

  state(): ConnectionsState {
    const { connections, settingsSetAside } = this.#options;
    const state = connections.state();
    return {
      ...state,
      setAside: state.setAside ?? settingsSetAside,
      ...(this.#refused && { refusedFile: this.#refused }),
      ...(this.#refusedDemo && { refusedDemo: this.#refusedDemo }),
    };
  }

  /** The whole state after each change; the answer ends it. */
  subscribe(listener: (state: ConnectionsState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** The demo fleet that the command line asks for did not start, or with null it did. */
  refuseDemo(error: AppError | null): void {
    this.#refusedDemo = error ?? undefined;
    this.#feed.publish(this.state());
  }

  /**
   * Reads a connection file and preselects what it holds. Answers what is wrong with the file, or
   * null; the windows are told as well.
   */
  async offerFile(file: string): Promise<AppError | null> {
    try {
      this.#options.connections.offer(readConnectionFile(await readPersonFile(file)));
      this.#refused = undefined;
    } catch (caught) {
      if (!(caught instanceof FleetdeskError)) reportFault('a connection file', caught);
      this.#refused = { file, error: FleetdeskError.from(caught) };
    }
    this.#feed.publish(this.state());
    return this.#refused?.error ?? null;
  }
}
