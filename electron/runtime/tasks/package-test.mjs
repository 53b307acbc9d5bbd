import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { pack } from '../packaging/builder.mjs';
import { makeDeb } from '../packaging/deb.mjs';
import { electronToPack } from '../packaging/electron.mjs';
import { packageScript, root, workFolder } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';

const USAGE = `Usage: npm run package:test [-- options of Playwright]

Packs the app twice, as a release and as a package that tests can drive, and tries both; on Linux
also a deb of the release, which root installs and removes again.`;

/**
 * Packs and tries the packages; further arguments go to Playwright. The display is always one of
 * our own on Linux, since the keys that a test presses would reach a person's windows.
 * @param {string[]} args
 */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(USAGE);
    return 0;
  }
  const isLinux = process.platform === 'linux';
  const needs = { display: isLinux || !hasDisplay(), keyring: isLinux };
  await ensurePackages();
  await ensureSystemPackages(packagesFor({ window: true, packages: true, ...needs }));
  const electron = await electronToPack(undefined);
  const base = path.join(workFolder, 'packages');
  const order = { electron, targets: ['dir'] };
  const release = await pack({ ...order, kind: 'release', output: path.join(base, 'release') });
  const test = await pack({ ...order, kind: 'test', output: path.join(base, 'test') });
  // Packed without compression, which takes most of the time and changes nothing in the app.
  const deb = isLinux
    ? await makeDeb({
        executable: release,
        output: path.join(base, 'release'),
        compression: 'none',
        isCopy: electron.isCopy,
      })
    : undefined;
  const session = await startDesktopSession(needs);
  const { code } = await run(
    process.execPath,
    [
      packageScript('@playwright', 'test', 'cli.js'),
      ...['test', '--config=tests/package.playwright.config.ts'],
      ...args,
    ],
    {
      cwd: root,
      env: {
        ...session,
        FLEETDESK_RELEASE: release,
        FLEETDESK_TEST_PACKAGE: test,
        ...(deb === undefined ? {} : { FLEETDESK_DEB: deb }),
      },
      stdout: 'show',
      stderr: 'show',
    },
  );
  return code;
}
