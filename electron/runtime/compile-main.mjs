import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './commands.mjs';
import { say } from './terminal.mjs';

/** Electron only compiles; a machine that takes longer than that hangs. */
const PATIENCE_MS = 60_000;

/**
 * Has V8 compile main's code ahead, with the Electron that will run it. The app starts without that
 * too, only later.
 * @param {string} folder of main's build
 * @param {string} executable of Electron
 * @returns {Promise<boolean>} whether it is done
 */
export async function compileMain(folder, executable) {
  const own = await mkdtemp(path.join(tmpdir(), 'fleetdesk-compile-'));
  try {
    const root = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const { code, output } = await run(
      executable,
      [path.join(folder, 'compile.cjs'), ...root, `--user-data-dir=${own}`],
      { timeoutMs: PATIENCE_MS },
    );
    if (code === 0) return true;
    say(`The app was not compiled ahead, and starts a little later: ${output.trim()}`);
  } catch (fault) {
    say(`The app was not compiled ahead, and starts a little later: ${String(fault)}`);
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  }
  return false;
}
