import { vi } from 'vitest';

/**
 * The one limit of all waiting in tests, milliseconds, below the limit of a test: it is there for
 * what never comes. Vitest's own is a second, and a limit that a test names is soon too short on a
 * busy machine: so none counts but this one.
 */
const patience = 50_000;

type Options = Parameters<typeof vi.waitFor>[1];

/** The same options with this limit. */
function patiently(options: Options): Options {
  const { interval } = typeof options === 'object' ? options : {};
  return { timeout: patience, ...(interval !== undefined && { interval }) };
}

const mark = Symbol.for('fleetdesk.patience');

// Once in a process: files that share their modules share this one, too.
if (!(mark in vi.waitFor)) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = Object.assign(
    ((check, options) => waitFor(check, patiently(options))) as typeof waitFor,
    { [mark]: true },
  );
  vi.waitUntil = (check, options) => waitUntil(check, patiently(options));
}
