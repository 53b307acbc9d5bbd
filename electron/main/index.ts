import { spawn } from 'node:child_process';
import path from 'node:path';
import { app, dialog, Menu } from 'electron';
import { formsOfFolder } from '@adapters/logging/forms-of-folder';
import { RotatingLogFile } from '@adapters/logging/rotating-log-file';
import { SystemClock } from '@adapters/system-clock';
import { linkScheme } from '@contract/deep-links';
import { reportFault, reportFaultsTo } from '@core/faults';
import { log, logTo } from '@core/log';
import { Journal } from '@core/logging/journal';
import { beginAhead } from './ahead';
import type { RunningApp } from './app';
import { begin } from './begin';
import { claimLinks } from './claim-links';
import { buildKind, isSource, isTestable } from './build-kind';
import { emptyCoreDumps } from './core-dumps';
import { findRefusedSwitch, isInAppImage } from './refused-switches';
import { takeSecondStart } from './second-start';
import { declareScheme, findPageOrigin, lockWebContents, silenceSessions } from './security';
import {
  argumentsOf,
  handOver,
  matchLocale,
  opensLinks,
  readSwitches,
  withoutTestSwitches,
} from './switches';
import { program } from './system-start';
import { wordsIn } from './words';

const journal = new Journal({
  clock: new SystemClock(),
  echo: (text) => process.stderr.write(text),
});
reportFaultsTo(journal.addFault);
logTo(journal);

/** All work is being ended: nothing is taken in any more. */
let isEnding = false;
/** The arguments of a start that was asked for meanwhile; the last one counts. */
let nextStart: readonly string[] | null = null;

const given = readSwitches(process.argv, process.cwd());
const switches = isTestable ? given : withoutTestSwitches(given);
const systemLocale =
  switches.lang ??
  app
    .getPreferredSystemLanguages()
    .map(matchLocale)
    .find((locale) => locale !== null) ??
  'en';

const refused = findRefusedSwitch(process.argv.slice(1), {
  kind: buildKind,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  isAppImage: isInAppImage(process.env, process.execPath),
});
// Chromium would write the keys of all connections to the file that this variable names.
if (!isSource) delete process.env['SSLKEYLOGFILE'];

// Before anything else opens a file: one folder holds everything, Chromium's part included.
if (switches.userDataDir !== null) app.setPath('userData', switches.userDataDir);
journal.redactor.hideFolders(
  (['userData', 'home'] as const).flatMap((name) => formsOfFolder(app.getPath(name))),
);

// One request, one connection (see `electronNetwork`): these two would share theirs.
for (const name of ['disable-http2', 'disable-quic']) app.commandLine.appendSwitch(name);

/** Runs the app; that this file is loaded starts nothing yet. */
export function run(): void {
  if (refused !== null) refuseToStart(refused);
  else if (app.requestSingleInstanceLock(handOver(switches))) start();
  else endSecondStart();
}

/** Ends the start before a window, a port or a file is opened. */
function refuseToStart(name: string): void {
  const words = wordsIn(systemLocale);
  const sentence = words('start.refusedSwitch', { name });
  process.stderr.write(`${sentence}\n`);
  // Programs with windows have no terminal on these systems. Nobody would close it where tests run.
  if (process.platform !== 'linux' && process.env['CI'] === undefined) {
    dialog.showErrorBox(words('start.failedMessage'), sentence);
  }
  app.exit(2);
}

/** This is a second start: the running app has got the switches and comes to the front. */
function endSecondStart(): void {
  process.stderr.write(`${wordsIn(systemLocale)('start.alreadyRunning')}\n`);
  app.exit(0);
}

/**
 * Starts the app. No crash reporter is part of it: a dump of memory would put tokens and plates on
 * the disk in clear.
 */
function start(): void {
  const ahead = beginAhead(app.getPath('userData'), switches);
  const page = findPageOrigin(!isSource, process.env['ELECTRON_RENDERER_URL']);
  // Ours comes with the shell; Electron would make one of its own before the window.
  Menu.setApplicationMenu(null);
  emptyCoreDumps();
  openLog();
  silenceSessions();
  declareScheme();
  lockWebContents(page);
  if (isSource && switches.shots === null) sayWhenOpen();
  const running = app.whenReady().then(async () => {
    const built = path.join(import.meta.dirname, '..');
    const begun = await begin({ switches, systemLocale, page, built, ahead });
    const { startApp } = await import('./app');
    return startApp({ ...begun, switches, systemLocale, page, journal });
  });
  app.on('second-instance', (_event, _argv, _folder, handedOver) => {
    void running.then(({ receive, focus }) => {
      takeSecondStart(handedOver, {
        ...{ isTestable, receive, focus },
        isEnding: () => isEnding,
        startAgain: (args) => {
          nextStart = args;
        },
      });
    });
  });
  // On macOS the system hands links over; elsewhere it starts the app with them.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    void running.then((fleetdesk) => {
      if (!isEnding) fleetdesk.openLink(link);
    });
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    void running.then((fleetdesk) => {
      if (!isEnding) fleetdesk.focus();
    });
  });
  running.then((fleetdesk) => {
    quitInOrder(fleetdesk);
    if (opensLinks({ isPackaged: app.isPackaged, kind: buildKind, switches })) {
      claimLinks(linkScheme, { platform: process.platform, variables: process.env });
    }
  }, giveUp);
}

/** From here on this start is the only one in its folder. */
function openLog(): void {
  journal.open(new RotatingLogFile(path.join(app.getPath('userData'), 'logs')));
  log('info', 'start', {
    version: app.getVersion(),
    electron: process.versions.electron,
    // A whole version of it looks like a document's number.
    chromium: Number.parseInt(process.versions.chrome, 10),
    platform: process.platform,
    arch: process.arch,
    locale: systemLocale,
    kind: buildKind,
  });
  if (!isSource && app.commandLine.hasSwitch('no-sandbox')) log('warning', 'start.no-sandbox');
}

/** A person who started the app from a clone waits at a terminal; it says so there, in English. */
function sayWhenOpen(): void {
  app.once('browser-window-created', (_event, window) => {
    window.once('show', () => {
      process.stdout.write('Fleetdesk is open. Quit it or press Ctrl+C here to end it.\n');
    });
  });
}

/** Quitting waits for files that are still being written. */
function quitInOrder(fleetdesk: RunningApp): void {
  let stopped: Promise<void> | null = null;
  let isDone = false;
  app.on('will-quit', (event) => {
    if (isDone) return;
    event.preventDefault();
    isEnding = true;
    stopped ??= fleetdesk.stop().finally(() => {
      log('info', 'quit');
      isDone = true;
      // Not before this event is over: a quit within a quit is one that never comes.
      setImmediate(() => {
        // The log closes last, as it tells why a newer version could not be installed.
        void replaceApp(fleetdesk).finally(async () => {
          await journal.close();
          app.quit();
        });
      });
    });
  });
  // Nothing comes after this: a start that was asked for until now is not lost.
  app.on('quit', () => {
    if (nextStart !== null) startAgain(nextStart);
  });
}

/**
 * Installs a newer version that a person restarts into. The app ends with that; it goes on from here
 * only where there is none, or where the version in use stays: then that one starts again and says so.
 */
async function replaceApp({ update }: RunningApp): Promise<void> {
  const next = update();
  if (next === null) return;
  // The new one may start before this one has ended.
  app.releaseSingleInstanceLock();
  try {
    await next.install();
  } catch (fault) {
    reportFault('a newer version could not be installed', fault);
    nextStart ??= argumentsOf(switches);
  }
}

/** Starts the app once more. Everything has been ended and written before. */
function startAgain(asked: readonly string[]): void {
  const sandbox = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : [];
  const [file, ...own] = program();
  const args = [...own, ...sandbox, ...asked];
  if (file === process.execPath) {
    app.relaunch({ args });
    return;
  }
  // Electron's helper would wait for the end in a mounted AppImage, which is gone by then.
  app.releaseSingleInstanceLock();
  const next = spawn(file, args, { detached: true, stdio: 'ignore' });
  next.once('error', (fault) => {
    reportFault('the app could not be started once more', fault);
  });
  next.unref();
}

function giveUp(fault: unknown): void {
  reportFault('the app could not start', fault);
  const words = wordsIn(systemLocale);
  const problem = fault instanceof Error ? fault.message : String(fault);
  dialog.showErrorBox(words('start.failedMessage'), words('start.failedDetail', { problem }));
  app.exit(1);
}
