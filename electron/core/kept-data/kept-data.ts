import type { DeletableKind, KeptSize, KeptUse } from '@contract/kept-data';
import { reportFault } from '../faults';
import type { Journal } from '../logging/journal';
import type { MapSources } from '../map-sources/map-sources';
import type { Geocoder } from '../place-search/geocoder';
import type { Store } from '../ports/store';
import type { Workspaces } from '../workspace/workspaces';

/** What kept data needs. */
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

  /** Bytes by kind. */
  async use(): Promise<KeptUse> {
    const { mapSources, geocoder, journal } = this.#options;
    const store = this.#options.store();
    // A store that is not open may be on the disk all the same.
    const whole = await look(() => store?.size() ?? 'unseen');
    const isKept = store !== null && typeof whole === 'number';
    const [tracks, answers, mapImages, log, crashes] = await Promise.all([
      isKept ? look(() => store.tracksSize()) : whole,
      // They are in the store, too.
      store === null ? whole : look(async () => (await geocoder.kept()).bytes),
      look(async () => {
        const { bytes, fault } = await mapSources.cache();
        return fault === null ? bytes : 'unseen';
      }),
      look(() => journal.bytes()),
      look(() => {
        const { crashes: reports } = journal.state();
        return reports.length === 0 ? 0 : JSON.stringify(reports).length;
      }),
    ]);
    const records = restOf(whole, [tracks, answers]);
    return { records, tracks, mapImages, answers, log, crashes };
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
}

/** What a look at one kind finds; the others are told all the same. */
async function look(size: () => KeptSize | Promise<KeptSize>): Promise<KeptSize> {
  try {
    return await size();
  } catch (fault) {
    reportFault('what is kept on this computer could not be looked at', fault);
    return 'unseen';
  }
}

/** What is left of the store without kinds that are in it too. */
function restOf(whole: KeptSize, others: readonly KeptSize[]): KeptSize {
  if (typeof whole !== 'number') return whole;
  if (others.includes('unseen')) return 'unseen';
  return others.reduce<number>((left, size) => Math.max(0, left - Number(size ?? 0)), whole);
}
