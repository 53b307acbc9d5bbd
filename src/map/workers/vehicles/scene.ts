import { copiesInView } from '../copies-in-view';
import { boxesOnCanvas, type Box } from '../label-boxes';
import { createSpriteSheet } from '../sprite-sheet';
import { takenRoom, type TakenRoom } from '../taken-room';
import { wordsLeft, type DrawnView } from '../zoom-glide';
import { drawAlarm } from './alarm-badge';
import { createClusterGrid } from './cluster-grid';
import { compose, slotsOf, type Cluster, type Composition, type Memory } from './compose';
import { drawCluster } from './draw-cluster';
import { createFleetColumns, type FleetColumns } from './fleet-columns';
import { drawEmphasis, drawGlyph, glyphEdge, headingStep } from './glyphs';
import type { Emphasis, PackedVehicles, VehicleColors } from './messages';
import { createPlateLabels, drawPlateLabel, plateBox, type PlateLabel } from './plate-labels';
import { drawDimmed } from './dimmed';
import { createTrail } from './trail';
import { connectionOf, motionOf, motionOrder } from './vehicle-state';
import { wishesFor } from './wishes';

type Context = OffscreenCanvasRenderingContext2D;

/** The vehicles as they are drawn; knows nothing of messages and canvases. */
export type Scene = {
  readonly fleet: FleetColumns;
  /** What the last frame showed, with the vehicles it drew alone and as clusters. */
  composition(): Composition;
  emphasis(): Emphasis;
  /** The room that vehicles, clusters and plates take in it. */
  taken(): TakenRoom;
  /** Answers whether anything is drawn otherwise now. */
  apply(packed: PackedVehicles, now: number): boolean;
  setNames(slots: readonly number[], names: readonly string[]): void;
  remove(slots: readonly number[]): void;
  setEmphasis(emphasis: Emphasis): void;
  /** By slot: 1 for vehicles that are shown in full; null: all are. `hides`: the others are gone. */
  setShown(shown: Uint8Array | null, hides: boolean): void;
  /** Vehicles with an open alert. */
  setAlarmed(slots: readonly number[]): void;
  /** A dot stands for it. */
  isDimmed(slot: number): boolean;
  /** It is not drawn at all. */
  isHidden(slot: number): boolean;
  setColors(colors: VehicleColors): void;
  setLook(look: { names: boolean; glides: boolean; locale: string }): void;
  setTrail(points: Float64Array): void;
  /** Panels are here, over the map's window: plates keep clear of them. */
  setCovered(boxes: readonly Box[]): void;
  /** A font has arrived: plates are measured again. */
  fontArrived(): void;
  /** Small pictures that were kept are drawn again. */
  picturesLost(): void;
  /** Answers whether something still moves. */
  draw(context: Context, view: DrawnView, now: number): boolean;
};

/** Of a vehicle's glyph, CSS pixels. */
const glyphRadius = 11;

const nothing: Composition = { singles: [], clusters: [] };

export function createScene(): Scene {
  const fleet = createFleetColumns();
  let emphasis: Emphasis = { selected: null, hovered: null, followed: false };
  let shown: Uint8Array | null = null;
  let hidesOthers = false;
  let alarmed: ReadonlySet<number> = new Set();
  /** The clusters of a composition that hold one of them. */
  let alarms: { of: Composition; clusters: ReadonlySet<Cluster> } | null = null;
  const grid = createClusterGrid(fleet, (slot) => slot === emphasis.selected || !isShown(slot));
  const sprites = createSpriteSheet(glyphEdge);
  const labels = createPlateLabels();
  const trail = createTrail();
  const memory: Memory = { leaders: new Map() };
  let colors: VehicleColors | null = null;
  let look = { names: true, glides: true, locale: 'en' };
  let numbers = compactNumbers(look.locale);
  let composition = nothing;
  let plates: PlateLabel[] = [];
  let taken: TakenRoom = new Float64Array();
  let covered: readonly Box[] = [];
  let composedFor = '';
  let ratio = 0;
  /** Of the last frame, in units of the world. */
  let windowWidth = 0;
  let pixel = 0;
  /** A vehicle that the frame shows glides: another frame has to follow. */
  let glidesInView = false;

  function isShown(slot: number, among = shown): boolean {
    return among === null || among[slot] === 1;
  }

  /** It is left out by the filter; the selected one never is. */
  function isLeftOut(slot: number): boolean {
    return slot !== emphasis.selected && !isShown(slot) && fleet.isPlaced(slot);
  }

  const isDimmed = (slot: number) => !hidesOthers && isLeftOut(slot);

  function compositionFor(context: Context, view: DrawnView) {
    const { left, top, width, height } = view.area;
    const key = `${view.zoom}/${left}/${top}/${width}/${height}`;
    if (key === composedFor) return;
    // Between two levels the vehicles stay sorted as for the nearer one.
    const level = Math.round(view.zoom);
    if (grid.zoom !== level) {
      grid.rebuild(level);
      memory.leaders.clear();
    }
    composition = compose(grid, fleet, view.area, view.zoom, memory);
    const { wishes, taken: marks } = wishesFor(composition, fleet, emphasis, view, plates);
    plates = look.names
      ? labels.choose(context, wishes, [...marks, ...boxesOnCanvas(covered, view.inset)])
      : [];
    const placed = new Map(wishes.map((wish) => [wish.slot, wish]));
    const ofPlates = plates.flatMap((plate) => {
      const wish = placed.get(plate.slot);
      return wish ? [plateBox(plate, wish)] : [];
    });
    taken = takenRoom([...marks, ...ofPlates], view);
    composedFor = key;
  }

  /** Where a vehicle is on the canvas right now, for the copy of the world it is drawn in. */
  function onCanvas(slot: number, copy: number, view: DrawnView, now: number) {
    const { x, y, heading, gliding } = fleet.drawn(slot, now);
    if (gliding) glidesInView = true;
    return {
      x: (x + copy) * view.scale - view.left,
      y: y * view.scale - view.top,
      heading,
    };
  }

  function stampGlyph(
    context: Context,
    slot: number,
    at: { x: number; y: number; heading: number },
    palette: VehicleColors,
  ) {
    const state = fleet.state(slot);
    const motion = motionOf(state);
    const step = motion === 'moving' ? headingStep(at.heading) : 0;
    sprites.stamp(context, `${state}/${step}`, at.x, at.y, (sheet) => {
      drawGlyph(sheet, motion, connectionOf(state), step, palette);
    });
  }

  function drawStandingOut(
    context: Context,
    slot: number,
    kind: Parameters<typeof drawEmphasis>[3],
    view: DrawnView,
    now: number,
    palette: VehicleColors,
  ) {
    if (!fleet.isPlaced(slot)) return;
    for (const copy of copiesOf(fleet.x(slot), view)) {
      const at = onCanvas(slot, copy, view, now);
      drawEmphasis(context, at.x, at.y, kind, palette);
      stampGlyph(context, slot, at, palette);
    }
  }

  function alarmedClusters(): ReadonlySet<Cluster> {
    if (alarms?.of === composition) return alarms.clusters;
    const holds = (cluster: Cluster) => slotsOf(cluster).some((slot) => alarmed.has(slot));
    const clusters = new Set(alarmed.size === 0 ? [] : composition.clusters.filter(holds));
    alarms = { of: composition, clusters };
    return clusters;
  }

  /** The badges of the vehicles that are drawn alone, over all glyphs. */
  function drawAlarms(context: Context, view: DrawnView, now: number, palette: VehicleColors) {
    if (alarmed.size === 0) return;
    const { selected } = emphasis;
    const chosen =
      selected !== null && fleet.isPlaced(selected)
        ? copiesOf(fleet.x(selected), view).map((copy) => ({ slot: selected, copy }))
        : [];
    for (const { slot, copy } of [...composition.singles, ...chosen]) {
      if (!alarmed.has(slot)) continue;
      const { x, y } = onCanvas(slot, copy, view, now);
      drawAlarm(context, x, y, glyphRadius, palette);
    }
  }

  return {
    fleet,
    composition: () => composition,
    emphasis: () => emphasis,
    isDimmed,
    isHidden: (slot) => hidesOthers && isLeftOut(slot),
    taken: () => taken,
    apply(packed, now) {
      // A way of less than half a pixel is none to be seen.
      const ways = { from: pixel / 2, to: look.glides ? windowWidth : 0 };
      const hooks = { before: grid.take, after: grid.put };
      if (!fleet.apply(packed, now, ways, hooks)) return false;
      composedFor = '';
      return true;
    },
    setNames(slots, names) {
      slots.forEach((slot, index) => {
        fleet.setName(slot, names[index] ?? '');
      });
      composedFor = '';
    },
    remove(slots) {
      for (const slot of slots) {
        grid.take(slot);
        fleet.remove(slot);
      }
      composedFor = '';
    },
    setEmphasis(wanted) {
      const before = emphasis;
      emphasis = wanted;
      if (before.selected !== wanted.selected) {
        if (before.selected !== null) grid.put(before.selected);
        if (wanted.selected !== null) grid.take(wanted.selected);
      }
      composedFor = '';
    },
    setShown(wanted, hides) {
      const before = shown;
      shown = wanted;
      hidesOthers = hides;
      // Only those that come or go change their cell: that is cheap, however many there are.
      for (let slot = 0; slot < fleet.size; slot += 1) {
        const is = isShown(slot);
        if (is === isShown(slot, before)) continue;
        if (is) grid.put(slot);
        else grid.take(slot);
      }
      composedFor = '';
    },
    setAlarmed(slots) {
      alarmed = new Set(slots);
      alarms = null;
    },
    setColors(given) {
      colors = given;
      sprites.clear(ratio);
    },
    setLook(wanted) {
      if (wanted.locale !== look.locale) numbers = compactNumbers(wanted.locale);
      look = wanted;
      composedFor = '';
    },
    setTrail: trail.set,
    setCovered(boxes) {
      if (JSON.stringify(boxes) === JSON.stringify(covered)) return;
      covered = boxes;
      composedFor = '';
    },
    fontArrived() {
      labels.forgetWidths();
      composedFor = '';
    },
    picturesLost() {
      sprites.clear(ratio);
    },
    draw(context, view, now) {
      if (!colors) return false;
      const palette = colors;
      if (view.ratio !== ratio) {
        ratio = view.ratio;
        sprites.clear(ratio);
      }
      windowWidth = view.width / view.scale;
      pixel = 1 / view.scale;
      compositionFor(context, view);
      fleet.settle(now);
      glidesInView = false;
      const { selected, hovered, followed } = emphasis;

      const end = selected !== null && fleet.isPlaced(selected) ? fleet.drawn(selected, now) : null;
      trail.draw(context, view, end, palette);
      if (shown !== null && !hidesOthers) drawDimmed(context, fleet, isDimmed, view, palette);
      // What stands still is below what moves.
      for (const motion of [...motionOrder].reverse()) {
        for (const { slot, copy } of composition.singles) {
          if (motionOf(fleet.state(slot)) !== motion) continue;
          stampGlyph(context, slot, onCanvas(slot, copy, view, now), palette);
        }
      }
      for (const cluster of composition.clusters) {
        const x = cluster.x * view.scale - view.left;
        const y = cluster.y * view.scale - view.top;
        drawCluster(context, cluster, x, y, palette, numbers);
        if (alarmedClusters().has(cluster)) drawAlarm(context, x, y, cluster.radius, palette);
      }
      if (hovered !== null && hovered !== selected) {
        drawStandingOut(context, hovered, 'hovered', view, now, palette);
      }
      if (selected !== null) {
        const kind = followed ? 'followed' : 'selected';
        drawStandingOut(context, selected, kind, view, now, palette);
      }
      drawAlarms(context, view, now, palette);
      context.globalAlpha = wordsLeft(view.scale, view.zoom);
      for (const plate of plates) {
        for (const copy of copiesOf(fleet.x(plate.slot), view)) {
          const at = onCanvas(plate.slot, copy, view, now);
          const strong = plate.slot === selected;
          drawPlateLabel(context, plate, at.x + plate.dx, at.y + plate.dy, palette, strong);
        }
      }
      context.globalAlpha = 1;
      return glidesInView;
    },
  };
}

/** In which copies of the world a vehicle is in view. */
function copiesOf(x: number, view: DrawnView): number[] {
  return copiesInView({ west: x, east: x }, view, glyphEdge);
}

function compactNumbers(locale: string): (count: number) => string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return (count) => (count < 1000 ? String(count) : format.format(count));
}
