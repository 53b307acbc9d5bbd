/**
 * The way into every command. This file and the entries that import it keep to syntax that old
 * versions of Node can parse, so that those get a sentence instead of a syntax error; all else is
 * loaded only once the version is known to do.
 */

/**
 * Whether this version of Node can run Fleetdesk's tools: 20.19 or later, 22.12 or later (these
 * are the versions that Vite 8 asks for).
 * @param {string} version as in `process.versions.node`
 */
export function isNodeSupported(version) {
  const parts = version.split('.').map(Number);
  const major = Number(parts[0]);
  const minor = Number(parts[1]);
  if (major === 20) return minor >= 19;
  if (major === 22) return minor >= 12;
  return major > 22;
}

/**
 * Runs a task and ends the process with its exit code. What went wrong is told in plain words.
 * @param {() => Promise<{main: (args: string[]) => Promise<number>}>} load
 */
export function start(load) {
  if (!isNodeSupported(process.versions.node)) {
    console.error('Fleetdesk needs Node 20.19 or later, or 22.12 or later in the 22 line.');
    console.error('This is Node ' + process.versions.node + ' (' + process.execPath + ').');
    console.error('What to do: install a current Node, then run the same command again.');
    process.exitCode = 1;
    return;
  }
  import('./lifetime.mjs').then(function (lifetime) {
    return lifetime.live(load);
  });
}
