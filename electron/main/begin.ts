import path from 'node:path';
import { ipcMain, nativeTheme, session as sessions } from 'electron';
import { channelNames } from '@contract/channel-names';
import type { Locale, Settings } from '@contract/settings';
import type { Managed } from '@core/managed/managed';
import type { Ahead } from './ahead';
import { firstPictureOf } from './first-picture';
import {
  refusePermissions,
  secureWindowSession,
  type PageContent,
  type PageOrigin,
} from './security';
import type { SettingsFile } from './settings-file';
import type { Switches } from './switches';
import { wasStartedAtLogin } from './system-start';
import { WaitingIpc } from './waiting-ipc';
import { FirstWindow } from './windows/first-window';
import { pageLook, type PageLook } from './windows/page-options';
import { firstPage } from './windows/pages';
import { zoomOf } from './windows/zoom';
import { wordsIn } from './words';

type AnswerTile = PageContent['answerTile'];

/** What a start does before all else, so that its window is on the screen while the rest is built. */
export interface Beginning {
  ahead: Ahead;
  managed: Managed;
  settings: SettingsFile;
  /** The start shows no window until somebody asks for it. */
  isHidden: boolean;
  look: PageLook;
  ipc: WaitingIpc;
  /** The window, where it is known already that there is one. */
  first: FirstWindow | null;
  /** Gives what answers addresses of the map's tiles; they wait for it. */
  answerTiles(answer: AnswerTile): void;
}

/** How the app was started, and from where. */
export interface BeginTerms {
  switches: Switches;
  systemLocale: Locale;
  page: PageOrigin;
  /** The folder of the built app. */
  built: string;
  ahead: Ahead;
}

/** Opens a window that is right from its first picture. */
export async function begin({
  switches,
  systemLocale,
  page,
  built,
  ahead,
}: BeginTerms): Promise<Beginning> {
  const session = sessions.fromPartition('window');
  const { managed, settings, kept } = await ahead.known;
  followTheme(settings);
  let answerTiles: Beginning['answerTiles'] = () => undefined;
  const tiles = new Promise<AnswerTile>((resolve) => {
    answerTiles = resolve;
  });
  const folder = path.join(built, 'renderer');
  secureWindowSession(session, page, {
    folder,
    answerTile: async (request) => (await tiles)(request),
  });
  const ipc = new WaitingIpc(ipcMain, namesOf(channelNames));
  const isHidden = switches.hidden || (wasStartedAtLogin() && settings.state().startHidden);
  const look = pageLook(page, session, built);
  const name = isHidden ? null : firstPage(kept?.place ?? null, switches);
  let first: FirstWindow | null = null;
  if (name !== null) {
    const place = settings.windowPlace();
    const words = () => wordsIn(settings.state().locale ?? systemLocale);
    first = new FirstWindow({ ...look, place, isHidden }, zoomOf(settings), words);
    const isSeen = firstPictureOf(first.window.window);
    first.load(name);
    ahead.openStore();
    // What comes next keeps this thread busy, and would keep the page waiting.
    await isSeen;
  } else {
    ahead.openStore();
  }
  // Nothing of ours uses it; that it is there takes a while.
  refusePermissions(sessions.defaultSession);
  return { ahead, managed, settings, isHidden, look, ipc, first, answerTiles };
}

function namesOf(names: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(names).flatMap(([space, verbs]) => verbs.map((verb) => `${space}.${verb}`));
}

function followTheme(settings: SettingsFile): void {
  const follow = ({ theme }: Settings) => {
    nativeTheme.themeSource = theme;
  };
  follow(settings.state());
  settings.subscribe(follow);
}
