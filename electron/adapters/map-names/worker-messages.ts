import type { PlaceQuery } from '@contract/place-search';
import type { Place } from '@contract/rules/longitudes';
import type { MapName, NamedMap, NamesProgress } from '@core/ports/map-name-indexes';

/** What the worker of a map's names is started with. */
export type NamesWorkerData = {
  readonly map: NamedMap;
  /** Path of the database. */
  readonly file: string;
};

/** What the worker is told or asked. */
export type ToNamesWorker =
  | {
      readonly kind: 'find';
      readonly id: number;
      readonly query: PlaceQuery;
      readonly limit: number;
    }
  | { readonly kind: 'read'; readonly around: readonly Place[] }
  | { readonly kind: 'close' };

/** What the worker tells; an answer carries the number of its question. */
export type FromNamesWorker =
  | { readonly kind: 'progress'; readonly progress: NamesProgress }
  | { readonly kind: 'found'; readonly id: number; readonly names: readonly MapName[] }
  | { readonly kind: 'failed'; readonly id: number; readonly fault: string }
  | { readonly kind: 'closed' };
