import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import { ensureDemoService } from '../build.mjs';
import { run } from '../commands.mjs';
import { DEMO_USAGE } from '../demo-usage.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { root } from '../project.mjs';

/**
 * Starts the demo service alone. Its stdout is the service's own: one line of JSON.
 * @param {string[]} args
 */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(DEMO_USAGE);
    return 0;
  }
  await ensurePackages();
  await ensureDemoService();
  const { code } = await run(
    process.execPath,
    [path.join(root, 'out', 'demo', 'cli.js'), ...args],
    {
      stdout: 'show',
      stderr: 'show',
    },
  );
  return code;
}
