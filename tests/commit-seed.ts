import { execFileSync } from 'node:child_process';

/** Where git knows of no commit. */
const FIXED_SEED = 1;

/**
 * The seed of the random tests: every commit tries other cases, and the same ones wherever it is
 * tested.
 * @param folder in the working tree
 * @param given a whole number that takes its place
 */
export function commitSeed(folder: string, given: string | undefined): number {
  if (given !== undefined) {
    if (/^-?\d{1,9}$/.test(given)) return Number(given);
    throw new Error(`FLEETDESK_SEED is "${given}", not a whole number of up to nine digits.`);
  }
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    return seedOf(execFileSync('git', ['rev-parse', 'HEAD'], options));
  } catch {
    return FIXED_SEED;
  }
}

/** The first seven digits of a commit, as git abbreviates: well within the 32 bits of a seed. */
export function seedOf(commit: string): number {
  return Number.parseInt(commit.slice(0, 7), 16);
}
