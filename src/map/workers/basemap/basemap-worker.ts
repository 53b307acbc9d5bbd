import placesUrl from '@resources/basemap/places.json?url';
import outlinesUrl from 'world-atlas/countries-50m.json?url';
import { createStage } from '../stage';
import { isStageMessage } from '../stage-messages';
import { loadDrawingFont } from '../fonts';
import { createLabels } from './draw-labels';
import { drawTile } from './draw-tile';
import { forgetWidths } from './label';
import type { BasemapColors, BasemapMessage, BasemapReport } from './messages';
import type { WorldNames } from './place-labels';
import { readJson } from './read-json';
import { sliceStreets, type StreetGeometry } from './street-geometry';
import { createTileQueue } from './tile-queue';
import { createSourcesOnMap } from './vector/sources-on-map';
import { fetchFromApp } from './vector/tile-store';
import { sliceWorld, type Outlines, type WorldGeometry } from './world-geometry';

/** Draws the embedded map off the page's thread: tiles of land and streets, and their names. */

/** They are files beside this script: what a script holds is in memory twice, as text and as values. */
const readOutlines = () => readJson<Outlines>(outlinesUrl);
const readNames = () => readJson<WorldNames>(placesUrl);

function report(message: BasemapReport, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

const font = loadDrawingFont();

type Handle = (message: BasemapMessage) => void;

function createBasemap(world: WorldGeometry, names: WorldNames): Handle {
  const labels = createLabels(names);
  let colors: BasemapColors | null = null;
  let streets: StreetGeometry | null = null;
  /** Words are measured on it. */
  let measuring: OffscreenCanvasRenderingContext2D | null = null;
  let calm: ReturnType<typeof setTimeout> | undefined;

  const stage = createStage(
    (context, view, now) => colors !== null && labels.draw(context, view, now, colors),
    report,
  );

  const tiles = createTileQueue((tile) => {
    if (!colors) return;
    const canvas = new OffscreenCanvas(tile.picture.width, tile.picture.height);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return;
    drawTile(context, tile, { world, streets, found: sources.at(tile), colors });
    const bitmap = canvas.transferToImageBitmap();
    report({ type: 'tile', tile, bitmap }, [bitmap]);
  });

  const sources = createSourcesOnMap({
    fetchTile: fetchFromApp,
    draw: (tile) => {
      tiles.add(tile);
    },
    onNames: (found) => {
      labels.setTileNames(found);
      stage.invalidate();
    },
    onBroken: (source) => {
      report({ type: 'broken', source });
    },
  });

  /** Draws names again only where vehicles made some of them move. */
  function makeRoom(): void {
    measuring ??= new OffscreenCanvas(1, 1).getContext('2d');
    const view = stage.resting();
    const isSame =
      measuring && view && colors && !labels.makeRoom(measuring, view, performance.now(), colors);
    if (!isSame) stage.invalidate();
  }

  void font.then(() => {
    forgetWidths();
    labels.chooseAgain();
    stage.invalidate();
  });

  return (message) => {
    if (isStageMessage(message)) {
      stage.handle(message);
      return;
    }
    switch (message.type) {
      case 'colors':
        ({ colors } = message);
        labels.chooseAgain();
        break;
      case 'locale':
        labels.setLocale(message.locale);
        sources.setLanguage(message.locale.slice(0, 2));
        break;
      case 'streets':
        streets = message.streets && sliceStreets(message.streets);
        labels.setStreets(message.streets);
        break;
      case 'sources':
        sources.setSources(message.sources);
        break;
      case 'covered':
        labels.setCovered(message.boxes);
        break;
      case 'still':
        labels.setStill(message.still);
        return;
      case 'marked':
        labels.setMarked(message.marks);
        break;
      case 'taken': {
        const wait = labels.setTaken(message.taken, performance.now());
        clearTimeout(calm);
        if (wait === 0) makeRoom();
        else calm = setTimeout(makeRoom, wait);
        return;
      }
      case 'tile':
        sources.want(message.tile);
        return;
      case 'drop-tile':
        sources.drop(message.id);
        tiles.drop(message.id);
        return;
    }
    stage.invalidate();
  };
}

/** What came before there was a world to draw. */
const early: BasemapMessage[] = [];
let handle: Handle = (message) => early.push(message);
self.addEventListener('message', ({ data }: MessageEvent<BasemapMessage>) => {
  handle(data);
});
void Promise.all([sliceWorld(readOutlines), readNames()]).then(([world, names]) => {
  handle = createBasemap(world, names);
  early.splice(0).forEach(handle);
});
