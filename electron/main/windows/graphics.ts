import type { App } from 'electron';
import type { GraphicsState } from '@contract/graphics';
import { reportFault } from '@core/faults';
import { Feed } from '@core/feed';

/** What of the app the watch needs. */
type Watched = Pick<App, 'on'>;

/**
 * Tells pages that what they drew may be gone. Chromium starts a new graphics process after the old
 * one has crashed, and a page whose canvases are drawn in software hears nothing of it.
 */
export class Graphics {
  readonly #feed = new Feed<GraphicsState>('the graphics process');
  #losses = 0;
  #isAwaited = false;

  constructor(app: Watched) {
    app.on('child-process-gone', (_event, { type, reason }) => {
      if (type !== 'GPU') return;
      reportFault(`the graphics process ended (${reason})`, undefined);
      this.#isAwaited = true;
      this.#tellLoss();
    });
    // What was drawn before the new process was ready may not have reached it.
    app.on('gpu-info-update', () => {
      if (!this.#isAwaited) return;
      this.#isAwaited = false;
      this.#tellLoss();
    });
  }

  state(): GraphicsState {
    return { losses: this.#losses };
  }

  subscribe(listener: (state: GraphicsState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  #tellLoss(): void {
    this.#losses += 1;
    this.#feed.publish(this.state());
  }
}
