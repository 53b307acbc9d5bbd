import { wantsHelp } from '../arguments.mjs';
import { ensureApp } from '../build.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { packageScript, root } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';

const USAGE = `Usage: npm run e2e [-- options of Playwright]

Passes the tests in real Electron; installs, builds and prepares what they need.

  npm run e2e -- outbox         the files whose name holds "outbox"
  npm run e2e -- -g "offline"   the tests whose title holds "offline"
  npm run e2e -- --help         this text

What else Playwright understands: npx playwright test --help`;

/**
 * Runs the end-to-end tests in real Electron; further arguments go to Playwright. On Linux the
 * keyring is always one of our own: tests write to it and empty it.
 * @param {string[]} args
 */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(USAGE);
    return 0;
  }
  const needs = { display: !hasDisplay(), keyring: process.platform === 'linux' };
  await ensurePackages();
  await ensureSystemPackages(packagesFor({ window: true, ...needs }));
  const electron = await ensureElectron();
  await ensureApp();
  const session = await startDesktopSession(needs);
  const { code } = await run(
    process.execPath,
    [
      packageScript('@playwright', 'test', 'cli.js'),
      'test',
      '--config=tests/playwright.config.ts',
      ...args,
    ],
    {
      cwd: root,
      env: { ...session, FLEETDESK_ELECTRON: electron.executable },
      stdout: 'show',
      stderr: 'show',
    },
  );
  return code;
}
