import type { AppError } from '@contract/errors';
import type { MapDescription, TilePlace } from '@contract/map-sources';

/** What is asked of the worker that reads map files; archives are called by its numbers. */
export type TileQuestion =
  | { readonly kind: 'open'; readonly file: string }
  | { readonly kind: 'tile'; readonly archive: number; readonly place: TilePlace }
  | { readonly kind: 'close'; readonly archive: number };

/** What an `open` answers. */
export type OpenedArchive = { readonly archive: number; readonly description: MapDescription };

/** A question with the number that its answer will carry. */
export type ToTileWorker = TileQuestion & { readonly id: number };

/** The answer to a question. */
export type FromTileWorker =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly error: AppError };
