import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { withKeptAnswers } from './kept-answers';

/** So long, ms, a start may take: on a busy machine a program of 200 MB comes slowly off the disk. */
export const patience = 90_000;

/** The start that Electron dies in for the third time fails. */
const deaths = 3;

/** How Electron is started, and who hears of it. */
export interface ElectronStart {
  /** A folder for what Electron needs for a while, which goes with what else the test leaves. */
  temporary: string;
  /** The folder of the system user's configuration; one beside `temporary` unless given. */
  configuration?: string | undefined;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Hears of every start that Electron itself did not survive. */
  onDeath: (what: string) => void;
}

/** The program that our commands prepared, or the one that the package electron brings. */
export function electronExecutable(): string {
  const named = process.env['FLEETDESK_ELECTRON'];
  if (named !== undefined) return named;
  return createRequire(resolve('package.json'))('electron') as string;
}

/** The variables of this process, with changes; `undefined` takes one away. */
export function environment(
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const merged = { ...process.env, ...changes };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The switches that every start needs, where Playwright or a test starts it. */
export function switches(userData: string): string[] {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...sandbox, `--user-data-dir=${userData}`, '--test-hooks', '--lang=en'];
}

/**
 * Starts Electron and attaches Playwright to it. On Linux, Electron now and then dies before it is
 * ready: GTK reads the system's font settings in a thread of its own while the main thread reads
 * them too, which spoils the memory of both (electron/electron#53314, mended in later versions).
 * Playwright holds the app until it is attached, so that no window, session or store of ours exists
 * by then. Such a death is told and the start made again; any other end of a start is a failure.
 */
export async function launchElectron(start: ElectronStart): Promise<ElectronApplication> {
  const env = { ...(start.env ?? environment()), ...(await ownFolders(start)) };
  for (let died = 1; ; died += 1) {
    try {
      const app = await _electron.launch({
        executablePath: electronExecutable(),
        args: [...start.args],
        env,
        timeout: patience,
      });
      return withKeptAnswers(app);
    } catch (fault) {
      const signal = deadlySignal(fault);
      if (signal === null || died >= deaths) throw fault;
      start.onDeath(`Electron died of ${signal} before it was ready and was started again`);
    }
  }
}

/**
 * Folders of a start's own. A killed Electron leaves in the temporary one what it would have
 * removed: Chromium's folder of the socket by which a second start finds the first. On macOS the
 * path of that socket would become too long. The configuration holds the record of requests, which
 * counts all starts of a system user together: tests that run side by side must not share it.
 */
async function ownFolders({
  temporary,
  configuration = join(temporary, 'configuration'),
}: ElectronStart): Promise<Record<string, string>> {
  if (process.platform !== 'linux') return {};
  await mkdir(temporary, { recursive: true });
  return { TMPDIR: temporary, XDG_CONFIG_HOME: configuration };
}

/** The signal of a program that broke its own memory, as Playwright's account of a start tells it. */
function deadlySignal(fault: unknown): string | null {
  const account = fault instanceof Error ? fault.message : '';
  return (
    /process did exit: exitCode=null, signal=(SIG(?:SEGV|TRAP|ABRT|BUS|ILL))/.exec(account)?.[1] ??
    null
  );
}
