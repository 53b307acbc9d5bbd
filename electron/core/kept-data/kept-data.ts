import { keptKinds, type DeletableKind, type KeptKind, type KeptUse } from '@contract/kept-data';
import { reportFault } from '../faults';
import type { Journal } from '../logging/journal';
import type { MapSources } from '../map-sources/map-sources';
import type { Geocoder } from '../place-search/geocoder';
import type { Store } from '../ports/store';
import type { Workspaces } from '../workspace/workspaces';

/** What kept data stand on. */
export interface KeptDataOptions {
  /** The open store; null where there is none. */
  store(): Pick<Store, 'size' | 'tracksSize'> | null;
  workspaces: Pick<Workspaces, 'erase'>;
  mapSources: Pick<MapSources, 'cache' | 'clearCache'>;
  geocoder: Pick<Geocoder, 'kept' | 'forget'>;
  journal: Pick<Journal, 'bytes' | 'clear' | 'state'>;
}

/** How much of each kind is kept on this computer, and the end of some of it. */
export class KeptData {
  readonly #options: KeptDataOptions;

  constructor(options: KeptDataOptions) {
    this.#options = options;
  }

  /** Bytes by kind; null for what is kept nowhere, or can't be looked at now. */
  async use(): Promise<KeptUse> {
    const sizes = await Promise.all(keptKinds.map((kind) => this.#sizeOf(kind)));
    return Object.fromEntries(keptKinds.map((kind, at) => [kind, sizes[at] ?? null])) as KeptUse;
  }

  /**
   * Deletes one kind for good, and answers what is kept then. Nothing unsent is in any of them.
   * @throws FleetdeskError `store-damaged`, `file-unreadable`; anything of the disk
   */
  async delete(kind: DeletableKind): Promise<KeptUse> {
    const { workspaces, mapSources, geocoder, journal } = this.#options;
    switch (kind) {
      case 'tracks':
        await workspaces.erase('tracks');
        break;
      case 'mapImages':
        await mapSources.clearCache();
        break;
      case 'answers':
        await geocoder.forget();
        break;
      case 'log':
        await journal.clear();
    }
    return this.use();
  }

  async #sizeOf(kind: KeptKind): Promise<number | null> {
    const { store, mapSources, geocoder, journal } = this.#options;
    try {
      switch (kind) {
        case 'records': {
          const whole = (await store()?.size()) ?? null;
          if (whole === null) return null;
          const rest = [await this.#sizeOf('tracks'), await this.#sizeOf('answers')];
          return rest.reduce<number>((left, size) => Math.max(0, left - (size ?? 0)), whole);
        }
        case 'tracks': {
          const open = store();
          return open === null || (await open.size()) === null ? null : await open.tracksSize();
        }
        case 'mapImages':
          return (await mapSources.cache()).bytes;
        case 'answers':
          return (await geocoder.kept()).bytes;
        case 'log':
          return await journal.bytes();
        case 'crashes': {
          const { crashes } = journal.state();
          return crashes.length === 0 ? 0 : JSON.stringify(crashes).length;
        }
      }
    } catch (fault) {
      // The others are told all the same.
      reportFault('what is kept on this computer could not be looked at', fault);
      return null;
    }
  }
}
