import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import { ensureApp } from '../build.mjs';
import { bundleForNode } from '../bundle.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { root } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';
import { TORTURE_USAGE, parseTortureArguments } from '../torture-arguments.mjs';

const SOURCES = path.join(root, 'tests', 'torture');
const RESULTS = path.join(root, 'out', 'torture');

/**
 * Bundles a trial for Node and runs it. The last line that it prints on stdout is its result, one
 * JSON object; a trial that finds anything wrong fails.
 * @param {string[]} args
 */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(TORTURE_USAGE);
    return 0;
  }
  const { trial, count, seed } = parseTortureArguments(args);
  await ensurePackages();
  const env = trial === 'kills' ? await prepareApp() : process.env;
  const program = await bundleForNode(
    path.join(SOURCES, trial, 'main.ts'),
    path.join(RESULTS, trial),
  );
  const { code } = await run(process.execPath, [program, String(count), String(seed)], {
    cwd: root,
    env,
    stdout: 'show',
    stderr: 'show',
  });
  return code;
}

/** What the real app needs: Electron, a build, a display and a keyring of its own. */
async function prepareApp() {
  const needs = { display: !hasDisplay(), keyring: process.platform === 'linux' };
  await ensureSystemPackages(packagesFor({ window: true, ...needs }));
  const electron = await ensureElectron();
  await ensureApp();
  const session = await startDesktopSession(needs);
  return { ...session, FLEETDESK_ELECTRON: electron.executable };
}
