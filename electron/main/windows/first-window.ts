import { app } from 'electron';
import type { Words } from '../words';
import { MainWindow, type MainWindowEvents, type MainWindowLook } from './main-window';
import type { PageName } from './pages';
import { watchTroubles } from './troubles';
import type { WindowPlace } from './window-place';
import type { Zoom } from './zoom';

/**
 * The main window of a start, which opens before there is anybody to look after it. What happens to
 * it meanwhile is told once somebody does.
 */
export class FirstWindow {
  readonly window: MainWindow;
  /** The size of everything, in this window and in those that follow. */
  readonly zoom: Zoom;
  #events: MainWindowEvents | null = null;
  #give: (events: MainWindowEvents) => void = () => undefined;

  /** @param words speaks of troubles that its page may have */
  constructor(look: MainWindowLook, zoom: Zoom, words: () => Words) {
    const given = new Promise<MainWindowEvents>((resolve) => {
      this.#give = resolve;
    });
    const tell = (what: (events: MainWindowEvents) => void): void => {
      // At once, where somebody is there: some of it has to be heard before the event is over.
      if (this.#events !== null) what(this.#events);
      else void given.then(what);
    };
    this.window = new MainWindow({
      ...look,
      closing: async () => (await given).closing(),
      mayClose: async () => (await given).mayClose(),
      onClose: (place: WindowPlace) => {
        tell((events) => {
          events.onClose(place);
        });
      },
      onHeld: () => {
        tell((events) => {
          events.onHeld();
        });
      },
      onClosed: () => {
        tell((events) => {
          events.onClosed();
        });
      },
      onPageGone: (id) => {
        // What loads before anybody looks after it has asked for nothing yet.
        this.#events?.onPageGone(id);
      },
      onStay: () => {
        tell((events) => {
          events.onStay();
        });
      },
    });
    this.zoom = zoom;
    zoom.add(this.window.window.webContents);
    watchTroubles(this.window.window, {
      words,
      reload: () => void this.window.reload(),
      quit: () => {
        app.quit();
      },
    });
  }

  /** Begins to load a document; where another one belongs to the session, that is shown later. */
  load(page: PageName): void {
    void this.window.show(page);
  }

  /** Somebody looks after the window from now on. */
  give(events: MainWindowEvents): MainWindow {
    this.#events = events;
    this.#give(events);
    return this.window;
  }
}
