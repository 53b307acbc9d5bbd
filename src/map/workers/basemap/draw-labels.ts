import type { Streets } from '@contract/streets';
import { worldSize } from '../../core/projection';
import { boxesOnCanvas, type Box } from '../label-boxes';
import { wordsLeft, type DrawnView } from '../zoom-glide';
import { takenStride, type TakenRoom } from '../taken-room';
import {
  canvasXs,
  createNameRoom,
  forgetSpots,
  type Context,
  type Named,
  type PlacedLabel,
} from './label';
import { createLabelPictures } from './label-pictures';
import type { BasemapColors } from './messages';
import { createWorldLabels, type WorldNames } from './place-labels';
import { createStreetLabels, type StreetLabels } from './street-labels';
import { createTileLabels } from './vector/tile-labels';
import type { NamesOnMap } from './vector/tile-names';

/** A name that was not there before comes up, and one that gives way goes, in so many milliseconds. */
const fade = 160;

/** Names make room for vehicles that move on no more often than this, milliseconds: it would flicker. */
const calmFor = 4000;

/** A long zoom by the wheel has names chosen on its way, after so many levels. */
const farAway = 0.75;

const keyOf = ({ zoom, left, top, width, height }: DrawnView): string =>
  `${zoom}/${left}/${top}/${width}/${height}`;

/** A street of several parts has its name now on the one and now on the other. */
function haveSamePlaces(some: readonly PlacedLabel[], others: readonly PlacedLabel[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ key, x, y }, index) => {
    const other = others[index];
    return key === other?.key && x === other.x && y === other.y;
  });
}

/** The names on the map: chosen once a view, drawn every frame. */
export type Labels = {
  setLocale(locale: string): void;
  setStreets(streets: Streets | null): void;
  /** Names of the tiles of map sources; null: none. */
  setTileNames(names: NamesOnMap | null): void;
  /** The next frame chooses again. */
  chooseAgain(): void;
  /** Panels are here, over the map's window: from the next choice on names keep clear of them. */
  setCovered(boxes: readonly Box[]): void;
  /** Names come and go at once from now on, or fade again. */
  setStill(still: boolean): void;
  /** The page writes these names itself: from the next choice on they are left out there. */
  setMarked(marked: readonly Named[]): void;
  /**
   * Vehicles are here; names give way to them. Answers after how many milliseconds they should: at
   * once where these are the vehicles of a new view.
   */
  setTaken(taken: TakenRoom, now: number): number;
  /**
   * Chooses names for what is taken now, in a view that rests; answers whether there is another
   * picture to draw. Mostly vehicles move where no name was.
   */
  makeRoom(context: Context, view: DrawnView, now: number, colors: BasemapColors): boolean;
  /** Answers whether names are still coming up. */
  draw(context: Context, view: DrawnView, now: number, colors: BasemapColors): boolean;
};

export function createLabels(names: WorldNames): Labels {
  const world = createWorldLabels(names);
  const room = createNameRoom();
  const pictures = createLabelPictures();
  let streets: StreetLabels | null = null;
  let tiles: StreetLabels | null = null;
  /** What the streets and the tiles name themselves. */
  const named: { streets: Streets['bbox'][]; tiles: readonly Streets['bbox'][] } = {
    streets: [],
    tiles: [],
  };
  let placed: PlacedLabel[] = [];
  let leaving: PlacedLabel[] = [];
  let leavingSince = -Infinity;
  let chosenFor = '';
  let chosenAt = -Infinity;
  let chosenZoom = -1;
  let since = new Map<string, number>();
  let isStill = false;
  let covered: readonly Box[] = [];
  let marked: readonly Named[] = [];
  let taken: TakenRoom = new Float64Array();
  /** What is taken has changed since names were chosen. */
  let isTakenNew = false;
  /** Names were chosen for a view of which it is not known yet what is taken. */
  let isTakenAwaited = true;

  function block(view: DrawnView) {
    for (const box of boxesOnCanvas(covered, view.inset)) room.marks.block(box);
    for (const { name, x, y } of marked) {
      const at = canvasXs(view, x).map((left) => ({ x: left, y: y * view.scale - view.top }));
      room.marked.set(name, at);
    }
    for (let i = 0; i + 3 < taken.length; i += takenStride) {
      const [worldX = 0, worldY = 0, halfWidth = 0, halfHeight = 0] = taken.subarray(i, i + 4);
      const y = worldY * view.scale - view.top;
      for (const x of canvasXs(view, worldX)) {
        room.marks.block({
          minX: x - halfWidth,
          minY: y - halfHeight,
          maxX: x + halfWidth,
          maxY: y + halfHeight,
        });
      }
    }
  }

  function choose(context: Context, view: DrawnView, now: number, colors: BasemapColors) {
    room.names.clear();
    room.marks.clear();
    room.written.clear();
    room.marked.clear();
    block(view);
    if (view.zoom !== chosenZoom) forgetSpots();
    const shown = placed;
    placed = [
      ...(streets?.place(context, view, room, colors) ?? []),
      ...(tiles?.place(context, view, room, colors) ?? []),
      ...world.place(context, view, room, colors),
    ];
    // What was there a moment ago stays as it was; a first choice comes without ado.
    const isSudden = isStill || since.size === 0;
    const before = since;
    since = new Map(
      placed.map(({ key }) => [key, before.get(key) ?? (isSudden ? -Infinity : now)]),
    );
    // At another zoom level what was there has faded by itself.
    const fades = view.zoom === chosenZoom && !isStill;
    leaving = fades ? shown.filter(({ key }) => !since.has(key)) : [];
    leavingSince = now;
    pictures.drop();
    chosenAt = now;
    chosenZoom = view.zoom;
    isTakenNew = false;
  }

  return {
    setLocale(locale) {
      world.setLocale(locale);
      chosenFor = '';
    },
    setStreets(given) {
      streets = given && createStreetLabels(given);
      named.streets = given ? [given.bbox] : [];
      world.setHoles([...named.streets, ...named.tiles]);
      chosenFor = '';
    },
    setTileNames(given) {
      tiles = given && createTileLabels(given);
      named.tiles = given?.named ?? [];
      world.setHoles([...named.streets, ...named.tiles]);
      chosenFor = '';
    },
    chooseAgain() {
      chosenFor = '';
    },
    setCovered(boxes) {
      if (JSON.stringify(boxes) === JSON.stringify(covered)) return;
      covered = boxes;
      chosenFor = '';
    },
    setStill(still) {
      isStill = still;
    },
    setMarked(given) {
      marked = given;
      chosenFor = '';
    },
    setTaken(given, now) {
      taken = given;
      isTakenNew = true;
      return isTakenAwaited ? 0 : Math.max(0, chosenAt + calmFor - now);
    },
    makeRoom(context, view, now, colors) {
      if (view.gliding || keyOf(view) !== chosenFor) return true;
      const before = placed;
      choose(context, view, now, colors);
      isTakenAwaited = false;
      return !haveSamePlaces(placed, before);
    },
    draw(context, view, now, colors) {
      const viewKey = keyOf(view);
      const isNewView = viewKey !== chosenFor;
      const isDue = isTakenNew && (isTakenAwaited || now - chosenAt >= calmFor);
      const isFar = Math.abs(Math.log2(view.scale / worldSize(chosenZoom))) > farAway;
      if (view.gliding ? isFar && view.isPassing : isNewView || isDue) {
        isTakenAwaited = isNewView;
        choose(context, view, now, colors);
        chosenFor = viewKey;
      }
      const left = wordsLeft(view.scale, chosenZoom);
      const gone = (now - leavingSince) / fade;
      if (gone >= 1) leaving = [];
      const shown = [
        ...leaving.map((label) => ({ label, part: 1 - gone })),
        ...placed.map((label) => ({
          label,
          part: Math.min(1, (now - (since.get(label.key) ?? now)) / fade),
        })),
      ];
      const comes = leaving.length > 0 || shown.some(({ part }) => part < 1);
      const isMoving = comes || view.gliding;
      if (!isMoving) pictures.drop();
      const arePictures =
        isMoving && left > 0 && (pictures.isMade() || pictures.make([...leaving, ...placed], view));
      if (arePictures) context.setTransform(1, 0, 0, 1, 0, 0);
      for (const { label, part } of shown) {
        const alpha = left * Math.max(0, part);
        if (alpha === 0) continue;
        context.globalAlpha = alpha;
        if (arePictures) pictures.put(context, label, view);
        else
          label.paint(context, label.x * view.scale - view.left, label.y * view.scale - view.top);
      }
      context.globalAlpha = 1;
      return comes;
    },
  };
}
