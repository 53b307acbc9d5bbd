import { strToU8, zipSync } from 'fflate';

/** A zip archive of texts. */
export function zipFiles(files: readonly { name: string; text: string }[]): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])));
}
