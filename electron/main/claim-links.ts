import { execFile } from 'node:child_process';
import { app } from 'electron';
import { log } from '@core/log';

/** So long, ms, a start has the processor for itself: nobody clicks a link that early. */
const restFor = 5_000;

/**
 * Makes Fleetdesk the program that the system opens its links with, once a start is over. On Linux
 * Electron's own call waits for the desktop's program, and holds all of main up meanwhile: the same
 * program is run beside it there.
 */
export function claimLinks(
  scheme: string,
  { platform, variables }: { platform: NodeJS.Platform; variables: NodeJS.ProcessEnv },
): void {
  const timer = setTimeout(() => {
    // Electron keeps the name of the desktop's entry here.
    const { CHROME_DESKTOP: entry } = variables;
    if (platform !== 'linux' || entry === undefined) {
      app.setAsDefaultProtocolClient(scheme);
      return;
    }
    const args = ['set', 'default-url-scheme-handler', scheme, entry];
    execFile('xdg-settings', args, { timeout: 30_000 }, (fault) => {
      // Not every desktop has it; the package's entry names the scheme, too.
      if (fault !== null) log('info', 'links.not-claimed', { code: fault.code ?? null });
    });
  }, restFor);
  timer.unref();
}
