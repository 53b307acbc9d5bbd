import type { WebContents } from 'electron';
import { reportFault } from '@core/faults';

/** What a key or a menu does with the size of everything. */
export type ZoomStep = 'in' | 'out' | 'reset';

/** Half a level is about a tenth; Chromium's level 0 is the actual size. */
const step = 0.5;
/** From half the size to almost three times: 200 % has to be within. */
const [smallest, largest] = [-4, 6];

/** The level after a step, in Chromium's levels, each a fifth larger than the one before. */
export function zoomAfter(level: number, wanted: ZoomStep): number {
  if (wanted === 'reset') return 0;
  const next = level + (wanted === 'in' ? step : -step);
  return Math.min(largest, Math.max(smallest, next));
}

/** What the zoom needs of a page. */
type Zoomed = Pick<WebContents, 'setZoomLevel' | 'getZoomLevel' | 'isDestroyed' | 'on' | 'once'>;

/** The size of everything as it was kept. */
export function zoomOf(settings: {
  zoomLevel(): number;
  rememberZoom(level: number): Promise<void>;
}): Zoom {
  return new Zoom(settings.zoomLevel(), (level) => settings.rememberZoom(level));
}

/** The size of everything: one for all windows, kept for the next start. */
export class Zoom {
  readonly #pages = new Set<Zoomed>();
  readonly #keep: (level: number) => Promise<void>;
  #level: number;

  constructor(level: number, keep: (level: number) => Promise<void>) {
    this.#level = level;
    this.#keep = keep;
  }

  /** Shows a page at the size, and follows Ctrl with the wheel where the page has no use for it. */
  add(page: Zoomed): void {
    this.#pages.add(page);
    page.on('dom-ready', () => {
      page.setZoomLevel(this.#level);
    });
    page.on('zoom-changed', (_event, direction) => {
      this.step(direction);
    });
    page.once('destroyed', () => {
      this.#pages.delete(page);
    });
  }

  /** Makes everything larger or smaller by a step, in all windows. */
  step(wanted: ZoomStep): void {
    this.#level = zoomAfter(this.#current(), wanted);
    for (const page of this.#pages) page.setZoomLevel(this.#level);
    this.#keep(this.#level).catch((fault: unknown) => {
      reportFault('the zoom could not be kept', fault);
    });
  }

  #current(): number {
    for (const page of this.#pages) if (!page.isDestroyed()) return page.getZoomLevel();
    return this.#level;
  }
}
