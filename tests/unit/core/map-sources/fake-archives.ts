import { FleetdeskError, type ErrorReason } from '@contract/errors';
import type { MapDescription, TilePlace } from '@contract/map-sources';
import type { TileArchive, TileArchives } from '@core/ports/tile-archives';

/** What an office's city file says of itself. */
export const cityDescription: MapDescription = {
  kind: 'pmtiles',
  name: 'City',
  attribution: '© OpenStreetMap contributors',
  bounds: [-47, -24, -46, -23],
  minZoom: 0,
  maxZoom: 14,
  content: { form: 'vector', schema: 'protomaps' },
};

/** The error that an archive throws. */
export function mapFault(reason: ErrorReason): FleetdeskError {
  return new FleetdeskError({ code: 'file-unreadable', reason, message: reason });
}

/** Map files in memory: a test says what they hold, and has them fail or fall silent. */
export class FakeArchives implements TileArchives {
  readonly files = new Map<string, MapDescription>();
  /** Thrown by opening a file while it is set. */
  openFault: FleetdeskError | null = null;
  /** Thrown by reading a tile while it is set. */
  tileFault: FleetdeskError | null = null;
  /** What every tile holds; its own place where absent. */
  tileBytes: Uint8Array | null = null;
  /** Nothing answers while it is set. */
  silent = false;
  /** Attempts to open a silent file that were given up. */
  givenUp = 0;
  opened = 0;
  closed = 0;
  readonly asked: TilePlace[] = [];

  async open(file: string, signal?: AbortSignal): Promise<TileArchive> {
    if (this.silent) {
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          this.givenUp += 1;
          reject(mapFault('map-file-gone'));
        });
      });
    }
    if (this.openFault) throw this.openFault;
    const description = this.files.get(file);
    if (!description) throw mapFault('map-file-gone');
    this.opened += 1;
    return {
      description,
      tile: async (place) => {
        this.asked.push(place);
        if (this.silent) return new Promise<never>(() => undefined);
        if (this.tileFault) throw this.tileFault;
        const own = new Uint8Array([place.z, place.x % 256, place.y % 256]);
        return Promise.resolve(this.tileBytes ?? own);
      },
      close: () => {
        this.closed += 1;
        return Promise.resolve();
      },
    };
  }
}
