import type { MapSourceState } from '@contract/map-sources';
import type { Streets } from '@contract/streets';
import { Layer, type LeafletEventHandlerFn, type Map as LeafletMap } from 'leaflet';
import { followStillness } from '../core/motion-preference';
import { followPixelRatio } from '../core/pixel-ratio';
import { worldX, worldY } from '../core/projection';
import { followColors } from '../core/token-colors';
import {
  basemapColorTokens,
  type BasemapMessage,
  type BasemapReport,
} from '../workers/basemap/messages';
import { BasemapTiles } from './basemap-tiles';
import { coveredEvent, type CoveredEvent } from './covered-event';
import { firstEvent, type FirstEvent } from './first-event';
import { lostEvent } from './lost-event';
import { markedEvent, type MarkedEvent } from './marked-event';
import { takenEvent, type TakenEvent } from './taken-event';
import { WorkerCanvas } from './worker-canvas';

const labelsPane = 'basemap-labels';

/** How long the map waits at most for what goes first, milliseconds. */
const patience = 60;

/** The embedded map, drawn by a worker of its own: the world, streets where it has them, names. */
export class BasemapLayer extends Layer {
  readonly #worker: Worker;
  readonly #tiles: BasemapTiles;
  readonly #labels: WorkerCanvas;
  /** What the worker hears once it is its turn; null while nothing goes first. */
  #waiting: [message: BasemapMessage, transfer: Transferable[]][] | null = null;
  #turn: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void)[] = [];
  #attributions: readonly string[] = [];

  constructor(options: { locale: string; onBroken?: (source: number) => void }) {
    super();
    this.#worker = new Worker(new URL('../workers/basemap/basemap-worker.ts', import.meta.url), {
      type: 'module',
      name: 'basemap',
    });
    this.#tiles = new BasemapTiles({
      ask: (tile) => {
        this.#post({ type: 'tile', tile });
      },
      drop: (id) => {
        this.#post({ type: 'drop-tile', id });
      },
    });
    this.#labels = new WorkerCanvas((message, transfer) => {
      this.#post(message, transfer);
    }, labelsPane);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<BasemapReport>) => {
      if (data.type === 'tile') this.#tiles.receive(data.tile, data.bitmap);
      else if (data.type === 'broken') options.onBroken?.(data.source);
      else this.#labels.handle(data);
    });
    this.setLocale(options.locale);
  }

  override onAdd(map: LeafletMap): this {
    const pane = map.getPane(labelsPane) ?? map.createPane(labelsPane);
    pane.style.zIndex = '250';
    pane.style.pointerEvents = 'none';
    this.#stop = [
      followColors(basemapColorTokens, (colors) => {
        this.#post({ type: 'colors', colors });
        this.#tiles.refresh();
      }),
      followPixelRatio(() => {
        this.#tiles.refresh();
      }),
      followStillness(({ isStill }) => {
        this.#post({ type: 'still', still: isStill });
      }),
    ];
    this.#tiles.addTo(map);
    this.#labels.addTo(map);
    map.attributionControl.addAttribution('Natural Earth · GeoNames (CC BY 4.0)');
    return this;
  }

  override onRemove(map: LeafletMap): this {
    for (const stop of this.#stop) stop();
    clearTimeout(this.#turn);
    this.#tiles.remove();
    this.#labels.remove();
    this.#attribute([]);
    map.attributionControl.removeAttribution('Natural Earth · GeoNames (CC BY 4.0)');
    this.#worker.terminate();
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      [coveredEvent]: (event) => {
        this.#post({ type: 'covered', boxes: (event as unknown as CoveredEvent).boxes });
      },
      [firstEvent]: (event) => {
        if ((event as unknown as FirstEvent).isComing) this.#wait();
        else this.#goOn();
      },
      [lostEvent]: () => {
        this.#tiles.refresh();
      },
      [markedEvent]: (event) => {
        const { marks } = event as unknown as MarkedEvent;
        this.#post({
          type: 'marked',
          marks: marks.map(({ name, latitude, longitude }) => ({
            ...{ name, x: worldX(longitude), y: worldY(latitude) },
          })),
        });
      },
      [takenEvent]: (event) => {
        this.#post({ type: 'taken', taken: (event as unknown as TakenEvent).taken });
      },
    };
  }

  setLocale(locale: string): void {
    this.#post({ type: 'locale', locale });
  }

  /** Streets to draw above the world; null takes them away. */
  setStreets(streets: Streets | null): void {
    this.#post({ type: 'streets', streets });
    this.#tiles.refresh();
  }

  /** Map files and their like, drawn above the world; the attribution names whose data they are. */
  setSources(sources: readonly MapSourceState[]): void {
    this.#post({ type: 'sources', sources });
    this.#tiles.refresh();
    const told = sources.filter(({ shown, readable }) => shown && readable);
    this.#attribute([...new Set(told.map(({ attribution }) => attribution))].filter(Boolean));
  }

  #attribute(attributions: readonly string[]): void {
    const control = (this._map as LeafletMap | null)?.attributionControl;
    for (const each of this.#attributions) control?.removeAttribution(each);
    this.#attributions = attributions;
    for (const each of this.#attributions) control?.addAttribution(each);
  }

  #post(message: BasemapMessage, transfer: Transferable[] = []): void {
    if (this.#waiting === null) this.#worker.postMessage(message, transfer);
    else this.#waiting.push([message, transfer]);
  }

  #wait(): void {
    this.#waiting ??= [];
    clearTimeout(this.#turn);
    this.#turn = setTimeout(this.#goOn, patience);
  }

  readonly #goOn = (): void => {
    clearTimeout(this.#turn);
    for (const [message, transfer] of this.#waiting?.splice(0) ?? []) {
      this.#worker.postMessage(message, transfer);
    }
    this.#waiting = null;
  };
}
