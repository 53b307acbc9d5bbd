import { ensureApp } from '../build.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { packageScript, root } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';

/**
 * Runs the end-to-end tests in real Electron; further arguments go to Playwright. On Linux the
 * keyring is always one of our own: tests write to it and empty it.
 * @param {string[]} args
 */
export async function main(args) {
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
