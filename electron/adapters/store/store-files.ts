import { statSync } from 'node:fs';

/** Bytes on disk of a store: its file and its log. */
export function sizeOf(file: string): number {
  return [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
