import { createRequire } from 'node:module';
import path from 'node:path';
import { version } from '../../package.json';

/** What a benchmark found. */
export interface BenchResult {
  /** The figures that have an aim, by the aim's name, as they were measured. */
  aims: Readonly<Record<string, number>>;
  /** Everything else that helps to read them. */
  figures: Readonly<Record<string, unknown>>;
  /** Versions of what was measured against, beside those of Fleetdesk and Node. */
  versions?: Readonly<Record<string, string>>;
}

/** Prints a result as the last line of stdout. */
export function printResult(bench: string, { aims, figures, versions }: BenchResult): void {
  const ours = { fleetdesk: version, node: process.versions.node };
  console.log(JSON.stringify({ bench, aims, figures, versions: { ...ours, ...versions } }));
}

/** The version of a library that is installed here. */
export function versionOf(library: string): string {
  const read = createRequire(path.resolve('package.json'));
  return (read(`${library}/package.json`) as { version: string }).version;
}
