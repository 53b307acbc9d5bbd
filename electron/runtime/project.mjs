import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where this clone is and what its files say. */

/** The folder of package.json. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A folder of this clone for locks and reports; not part of the sources. */
export const workFolder = path.join(root, '.cache');

/**
 * @param {string} file
 * @returns {any} what the JSON file holds; undefined when it is missing or damaged
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The script of a tool among the packages, to be run with this Node. @param {string[]} parts */
export function packageScript(...parts) {
  return path.join(root, 'node_modules', ...parts);
}
