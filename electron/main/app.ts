import path from 'node:path';
import { app, clipboard, net, powerMonitor, webContents } from 'electron';
import { collectGarbage } from '@adapters/collect-garbage';
import { FleetdeskError } from '@contract/errors';
import { isDemoForbidden } from '@contract/managed';
import type { Locale } from '@contract/settings';
import { timeOfDay } from '@contract/test-clock';
import { DeepLinks } from '@core/desktop/deep-links';
import { showAsked } from '@core/desktop/show-asked';
import { reportFault } from '@core/faults';
import { CrashBook } from '@core/logging/crash-book';
import type { Journal } from '@core/logging/journal';
import { byAdministrator } from '@core/managed/managed';
import { isLinkLost, watchNetwork } from '@core/session/network-watch';
import { tellAlerts } from './alerts/tell-alerts';
import { answerWithTile } from './answer-tile';
import type { Beginning } from './begin';
import { buildHouse } from './build-house';
import { openOutside } from './external-links';
import { followRest } from './follow-rest';
import { makeHandlers } from './ipc/handlers';
import { registerHandlers } from './ipc/registrar';
import { openOutsideWorld } from './outside';
import { MemoryBack } from './memory-back';
import { chooseMapFile, chooseRegionFile } from './map-file-dialog';
import {
  chooseAlertsTarget,
  chooseBundleTarget,
  chooseLabelTarget,
  chooseZoneTarget,
} from './export-dialogs';
import { chooseCertificateFile, profileDialogs } from './profile-dialogs';
import { settingsDialogs } from './settings-dialogs';
import { isFromOurPage, type PageOrigin } from './security';
import { Shell } from './shell';
import { followLoginStart } from './start-at-login';
import { loginList } from './system-start';
import { TrayIcon } from './tray/tray';
import { TrayPresence } from './tray/tray-presence';
import { regionOf, type Switches } from './switches';
import type { UseCases } from './use-cases';
import { Graphics } from './windows/graphics';
import { watchCrashes } from './watch-crashes';
import { watchInput } from './watch-input';
import { watchWaking } from './watch-waking';
import { wordsIn } from './words';

/** So long, ms, after a start its map has been drawn, and the tray may have its icon. */
const TRAY_LATER = 2_000;

/** How the app was started, and what that has begun. */
export interface Start extends Beginning {
  switches: Switches;
  systemLocale: Locale;
  page: PageOrigin;
  journal: Journal;
}

/** The app once it runs. */
export interface RunningApp {
  /** Takes the switches of a second start and comes to the front. */
  receive(switches: Switches): void;
  focus(): void;
  /** Follows a link into the app. */
  openLink(link: string): void;
  /** Ends all work and waits for what is being written. */
  stop(): Promise<void>;
  /** The newer version that is to be installed as the app ends; null where there is none. */
  update(): { install(): Promise<void> } | null;
}

/** Builds the house: the outside world, core on top of it, IPC and windows on top of that. */
export async function startApp({
  switches,
  systemLocale,
  page,
  journal,
  ahead,
  managed,
  settings,
  isHidden,
  look,
  ipc,
  first,
  answerTiles,
}: Start): Promise<RunningApp> {
  const world = await openOutsideWorld(
    app.getPath('userData'),
    path.join(app.getPath('appData'), app.name),
    switches.testClock,
    journal,
    managed,
    ahead,
    switches.updateSource,
  );
  const crashes = await CrashBook.open({ ...world, version: app.getVersion() });
  watchCrashes(app, crashes, powerMonitor);
  const {
    hub,
    alertFollower: alerts,
    ...cases
  } = await buildHouse(world, settings, new Graphics(app));
  answerTiles((request) => answerWithTile(request, cases.mapSources));
  const { session, workspaces, desktop, updates } = cases;
  const memory = new MemoryBack({ clock: world.clock, collect: collectGarbage });
  for (const contents of webContents.getAllWebContents()) memory.watch(contents);
  app.on('web-contents-created', (_event, contents) => {
    memory.watch(contents);
  });
  watchInput(
    app,
    // The first window opens before this.
    webContents.getAllWebContents(),
    () => world.clock.monotonic(),
    () => {
      cases.budget.noteInput();
      desktop.noteInput();
      memory.noteInput();
    },
  );
  followRest(desktop, () => workspaces.peek()?.live ?? null);
  const tryAgain = () => {
    cases.budget.tryLink();
    workspaces.wake();
  };
  watchWaking(powerMonitor, tryAgain);
  const network = watchNetwork({
    ...{ clock: world.clock, onBack: tryAgain },
    isOnline: () => net.isOnline(),
    isMissed: () => isLinkLost(session.state()),
  });
  const unwatch = session.subscribe(network.look);

  const locale = () => settings.state().locale ?? systemLocale;
  const shell = new Shell({
    ...{ look, first },
    settings,
    session,
    desktop,
    unsentInMemory: () => workspaces.unsentInMemory(),
    locale,
    onPageGone: (windowId) => {
      hub.forget(windowId);
      calls.forget(windowId);
      workspaces.release(windowId);
      updates.release(windowId);
    },
    checkForUpdates: () => void updates.check(),
    onStay: () => {
      // Else a later quit, which nobody meant so, would install it.
      if (updates.isDue()) void updates.stay();
    },
  });
  updates.onRestart(() => {
    app.quit();
  });
  const calls = registerHandlers({
    ipc,
    handlers: makeHandlers({
      ...world,
      ...cases,
      hub,
      words: () => wordsIn(locale()),
      windows: shell.windows,
      versions: { app: app.getVersion(), electron: process.versions.electron },
      copyText: (text) => {
        clipboard.writeText(text);
      },
      locale,
      region: regionOf(app.getSystemLocale()),
      profileDialogs: profileDialogs(() => wordsIn(locale())),
      settingsDialogs: settingsDialogs(() => wordsIn(locale())),
      chooseCertificateFile: (windowId) => chooseCertificateFile(windowId, wordsIn(locale())),
      chooseMapFile: (windowId) => chooseMapFile(windowId, wordsIn(locale())),
      chooseAlertsTarget: (windowId, table) =>
        chooseAlertsTarget(wordsIn(locale()), windowId, table),
      chooseBundleTarget: (windowId) => chooseBundleTarget(wordsIn(locale()), windowId),
      chooseZoneTarget: (windowId, format) => chooseZoneTarget(wordsIn(locale()), windowId, format),
      chooseLabelTarget: (windowId, format) =>
        chooseLabelTarget(wordsIn(locale()), windowId, format),
      chooseRegionFile: (windowId, name) => chooseRegionFile(windowId, name, wordsIn(locale())),
      testHooks: switches.testHooks || switches.shots !== null,
      testClock: switches.testClock,
      openOutside: (address, windowId) => openOutside(address, webContents.fromId(windowId)),
      findListener: (windowId) => webContents.fromId(windowId),
    }),
    isOurs: (event) => isFromOurPage(event, page, (id) => shell.isWindow(id)),
    onFault: reportFault,
  });
  ipc.open();
  tellAlerts({ alerts, desktop, session, locale, settings, clock: world.clock });
  showAsked(desktop, {
    show: shell.windows.show,
    focus: () => void shell.focus(),
  });
  const tray = new TrayPresence({
    ...{ settings, session, desktop, clock: world.clock, locale, openAlerts: alerts },
    words: () => wordsIn(locale()),
    makeIcon: (view, words, actions) => new TrayIcon(view, words, actions),
    // A start that shows no window has nothing else to be reached by.
    lookAfter: isHidden ? 0 : TRAY_LATER,
    showWindow: () => {
      void shell.focus();
    },
    quit: () => {
      app.quit();
    },
  });
  const links = new DeepLinks({
    clock: world.clock,
    ask: (screen) => {
      desktop.ask(screen);
    },
    refuse: (fault) => {
      void shell.tellOfRefusedLink(fault);
    },
  });
  const stop = async () => {
    unwatch();
    network.close();
    links.close();
    tray.close();
    alerts.close();
    hub.close();
    await crashes.end().catch((fault: unknown) => {
      reportFault('the mark of a running app could not be taken away', fault);
    });
    await cases.stop();
  };

  followLoginStart(settings, loginList(), Object.hasOwn(world.managed.settings, 'startAtLogin'));
  const opened = open(switches, shell, cases, isHidden);
  const openLink = (link: string | null) => {
    if (link === null) return;
    void opened.then(() => {
      links.receive(link);
    });
  };
  openLink(switches.link);
  if (switches.shots !== null) {
    void opened
      .then(() => takePictures(switches, shell, cases))
      .then(async (code) => {
        await stop();
        app.exit(code);
      });
  }
  return {
    receive: (handedOver) => {
      // A start at log-in that comes second has nothing to show.
      if (!handedOver.hidden) void shell.focus();
      void opened.then(() => obey(handedOver, shell, cases));
      openLink(handedOver.link);
    },
    openLink,
    focus: () => {
      void shell.focus();
    },
    stop,
    update: () => (updates.isDue() ? updates : null),
  };
}

/** Opens the window on what the command line asks for and the last run left. */
async function open(
  switches: Switches,
  shell: Shell,
  cases: UseCases,
  isHidden: boolean,
): Promise<void> {
  if (switches.connectionFile !== null) await cases.offered.offerFile(switches.connectionFile);
  const restored = cases.session
    .restore()
    .then(async () => {
      // Pictures begin at the sign-in page and start the demo fleet from there.
      if (switches.shots === null) await startDemo(switches, cases);
    })
    .catch((fault: unknown) => {
      reportFault('the session of the last run could not be restored', fault);
    });
  await shell.open(restored, isHidden);
  await restored;
  // A start that nobody sees opens nothing, nor does one for pictures.
  if (!isHidden && switches.shots === null) shell.reopenWindows();
  openAlone(switches, shell);
}

/** Does what a second start asks of the running app. */
async function obey(switches: Switches, shell: Shell, cases: UseCases): Promise<void> {
  const { connectionFile: file } = switches;
  const problem = file === null ? null : await cases.offered.offerFile(file);
  if (file !== null && problem !== null) await shell.tellOfRefusedFile(file, problem);
  await startDemo(switches, cases);
  openAlone(switches, shell);
}

/** Opens the window of one screen where the switches ask for it and somebody is signed in. */
function openAlone({ ownWindow }: Switches, shell: Shell): void {
  if (ownWindow !== null) shell.windows.open(`/${ownWindow}`);
}

/** Signs in to the demo fleet where the switches ask for it and nobody is signed in. */
async function startDemo({ demo: wanted }: Switches, cases: UseCases): Promise<void> {
  const { session, demo, offered, managed } = cases;
  if (wanted === null || session.active() !== null) return;
  if (isDemoForbidden(managed)) {
    offered.refuseDemo(byAdministrator('The demo fleet is switched off.').error);
    return;
  }
  try {
    await demo.start(wanted.vehicles);
    offered.refuseDemo(null);
  } catch (fault) {
    reportFault('the demo fleet could not be started', fault);
    offered.refuseDemo(FleetdeskError.from(fault));
  }
}

async function takePictures(switches: Switches, shell: Shell, cases: UseCases): Promise<0 | 1> {
  const { photograph } = await import('./shots/photograph');
  return photograph({
    ...cases,
    shell,
    folder: switches.shots ?? '',
    only: switches.shotsOnly,
    startDemo: switches.demo === null ? null : () => startDemo(switches, cases),
    now: () => timeOfDay(switches.testClock, Date.now()),
  });
}
