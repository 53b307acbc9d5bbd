import { dialog, type BrowserWindow } from 'electron';
import { reportFault } from '@core/faults';
import type { Words } from '../words';

/** What can be done about a window in trouble. */
export interface TroubleOptions {
  words(): Words;
  reload(): void;
  quit(): void;
}

/** Two crashes within this time, ms, are more than bad luck: a person decides what comes next. */
const soon = 60_000;

/** Looks after a window whose page crashes or hangs: the session in main is untouched by both. */
export function watchTroubles(window: BrowserWindow, options: TroubleOptions): void {
  let lastCrash = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    reportFault(`the page's process ended (${reason})`, undefined);
    const again = performance.now() - lastCrash < soon;
    lastCrash = performance.now();
    void (again ? askAfterCrash(window, options) : tellOfCrash(window, options));
  });
  watchHangs(window, options);
}

async function tellOfCrash(window: BrowserWindow, { words, reload }: TroubleOptions) {
  reload();
  const say = words();
  await dialog.showMessageBox(window, {
    type: 'warning',
    message: say('crash.message'),
    detail: say('crash.detail'),
    buttons: [say('crash.ok')],
  });
}

async function askAfterCrash(window: BrowserWindow, { words, reload, quit }: TroubleOptions) {
  const say = words();
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: say('crash.againMessage'),
    detail: say('crash.againDetail'),
    buttons: [say('crash.reload'), say('crash.quit')],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) reload();
  else quit();
}

function watchHangs(window: BrowserWindow, { words, reload }: TroubleOptions): void {
  let question: AbortController | null = null;
  const withdraw = () => {
    question?.abort();
    question = null;
  };
  window.on('unresponsive', () => {
    if (question !== null) return;
    const asked = new AbortController();
    question = asked;
    const say = words();
    void dialog
      .showMessageBox(window, {
        type: 'question',
        message: say('unresponsive.message'),
        detail: say('unresponsive.detail'),
        buttons: [say('unresponsive.wait'), say('unresponsive.reload')],
        defaultId: 0,
        cancelId: 0,
        signal: asked.signal,
      })
      .then(({ response }) => {
        question = null;
        if (response === 1 && !asked.signal.aborted) reload();
      });
  });
  window.on('responsive', withdraw);
  window.once('closed', withdraw);
}
