import path from 'node:path';
import {
  app,
  ipcMain,
  nativeTheme,
  powerMonitor,
  session as sessions,
  webContents,
} from 'electron';
import type { Locale, Settings } from '@contract/settings';
import { RequestBudget } from '@core/budget/request-budget';
import { Connections } from '@core/session/connections';
import { Session } from '@core/session/session';
import { ServiceClient } from '@core/service/service-client';
import { DemoFleet } from './demo/demo-fleet';
import { drawStreets, startDemoWorker } from './demo/demo-worker';
import { reportFault } from './faults';
import { EventsHub } from './ipc/events';
import { makeHandlers } from './ipc/handlers';
import { registerHandlers } from './ipc/registrar';
import { stateTopic, topicsOf } from './ipc/topics';
import { OfferedConnections } from './offered-connections';
import { openOutsideWorld } from './outside';
import { isFromOurPage, refusePermissions, secureWindowSession, type PageOrigin } from './security';
import { SettingsFile } from './settings-file';
import { Shell } from './shell';
import { photograph } from './shots/photograph';
import { SignedIn } from './signed-in';
import type { Switches } from './switches';

/** How the app was started. */
export interface Start {
  switches: Switches;
  systemLocale: Locale;
  page: PageOrigin;
}

/** The app once it runs. */
export interface RunningApp {
  /** Takes the switches of a second start and comes to the front. */
  receive(switches: Switches): void;
  focus(): void;
  /** Ends all work and waits for what is being written. */
  stop(): Promise<void>;
}

/** Builds the house: the outside world, core on top of it, IPC and windows on top of that. */
export async function startApp({ switches, systemLocale, page }: Start): Promise<RunningApp> {
  const windowSession = sessions.fromPartition('window');
  secureWindowSession(windowSession, page, path.join(import.meta.dirname, '../renderer'));
  refusePermissions(sessions.defaultSession);

  const world = openOutsideWorld(app.getPath('userData'));
  const { clock, files, transport } = world;
  const settings = await SettingsFile.open(files);
  followTheme(settings);
  const budget = new RequestBudget(world);
  const connections = new Connections(world);
  await connections.load();
  const session = new Session({ ...world, budget, connections });
  const service = new ServiceClient({ clock, transport, budget, session });
  const offered = new OfferedConnections({ connections, settingsSetAside: settings.setAside });
  const demo = new DemoFleet({
    session,
    startWorker: startDemoWorker,
    seedAt: (baseUrl) => transport.seedAt(baseUrl),
    drawStreets,
  });

  const hub = new EventsHub({
    session: stateTopic(session),
    connections: stateTopic(offered),
    settings: stateTopic(settings),
    budget: stateTopic(budget),
    ...topicsOf(null),
  });
  const signedIn = new SignedIn({
    session,
    service,
    clock,
    perMinute: () => budget.state().limit,
    onChange: (belongings) => {
      const topics = topicsOf(belongings);
      hub.replace('fleet', topics.fleet);
      hub.replace('live', topics.live);
    },
  });
  powerMonitor.on('resume', () => {
    signedIn.wake();
  });

  const locale = () => settings.state().locale ?? systemLocale;
  const shell = new Shell({
    page,
    windowSession,
    settings,
    session,
    locale,
    onPageGone: (windowId) => {
      hub.forget(windowId);
      signedIn.peek()?.live.release(windowId);
    },
  });
  registerHandlers({
    ipc: ipcMain,
    handlers: makeHandlers({
      ...world,
      hub,
      settings,
      connections,
      session,
      signedIn,
      demo,
      budget,
      locale,
      testHooks: switches.testHooks || switches.shots !== null,
      findListener: (windowId) => webContents.fromId(windowId),
    }),
    isOurs: (event) => isFromOurPage(event, page, (id) => shell.isWindow(id)),
    onFault: reportFault,
  });

  const offerFile = async (file: string | null) => {
    const problem = file === null ? null : await offered.offerFile(file);
    if (file !== null && problem !== null) await shell.tellOfRefusedFile(file, problem);
  };
  const startDemo = async (wanted: Switches['demo']) => {
    if (wanted !== null && session.active() === null) await demo.start(wanted.vehicles);
  };
  // Before the window opens, so that the sign-in page shows what is preselected.
  await offerFile(switches.connectionFile);
  const begun = shell
    .open(session.restore())
    .then(() => (switches.shots === null ? startDemo(switches.demo) : undefined))
    .catch((fault: unknown) => {
      reportFault('the demo fleet could not be started', fault);
    });
  const running: RunningApp = {
    receive: (handedOver) => {
      shell.focus();
      void begun
        .then(() => offerFile(handedOver.connectionFile))
        .then(() => startDemo(handedOver.demo))
        .catch((fault: unknown) => {
          reportFault('what a second start asked for could not be done', fault);
        });
    },
    focus: () => {
      shell.focus();
    },
    stop: async () => {
      hub.close();
      signedIn.close();
      await Promise.allSettled([demo.stop(), session.close()]);
      await Promise.allSettled([budget.close()]);
      await files.idle();
    },
  };

  if (switches.shots !== null) {
    const { shots: folder, demo: wanted } = switches;
    const stage = { folder, settings, session, signedIn, shell };
    void begun
      .then(() => photograph({ ...stage, startDemo: wanted && (() => startDemo(wanted)) }))
      .then(async (code) => {
        await running.stop();
        app.exit(code);
      });
  }
  return running;
}

function followTheme(settings: SettingsFile): void {
  const follow = ({ theme }: Settings) => {
    nativeTheme.themeSource = theme;
  };
  follow(settings.state());
  settings.subscribe(follow);
}
