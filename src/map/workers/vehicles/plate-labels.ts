import { drawingFont } from '../fonts';
import { createLabelBoxes, type Box } from '../label-boxes';
import type { VehicleColors } from './messages';

type Context = OffscreenCanvasRenderingContext2D;

/** A vehicle that would like its plate beside it; the first of the list has the first choice. */
export type Wish = {
  slot: number;
  x: number;
  y: number;
  radius: number;
  text: string;
  /** It is written even where there is no room for it. */
  isSure: boolean;
};

/** Where a plate is, from the middle of its vehicle. */
export type PlateLabel = { slot: number; dx: number; dy: number; width: number; text: string };

const height = 15;
const sidePadding = 4;

/** More plates than this are clutter, whatever the room. */
const mostLabels = 80;

/** Longer than any plate: what is written into its place instead must not cover the map. */
const mostCharacters = 12;

/** The name as it is written on the map; the list and the card tell the whole of it. */
function shorten(name: string): string {
  // One more would save nothing: the dots take its place.
  if (name.length <= mostCharacters + 1) return name;
  const characters = Array.from(name.slice(0, 4 * mostCharacters));
  if (characters.length <= mostCharacters + 1) return name;
  return `${characters.slice(0, mostCharacters).join('').trimEnd()}…`;
}

/** Plates beside vehicles, where there is room. */
export type PlateLabels = {
  choose(context: Context, wishes: readonly Wish[], taken: readonly Box[]): PlateLabel[];
  /** Another font has arrived. */
  forgetWidths(): void;
};

export function createPlateLabels(): PlateLabels {
  const boxes = createLabelBoxes();
  const widths = new Map<string, number>();
  /** The side a plate was at; it stays there as long as there is room. */
  let sides = new Map<number, number>();

  function widthOf(context: Context, text: string): number {
    let width = widths.get(text);
    if (width === undefined) {
      useFont(context);
      width = Math.ceil(context.measureText(text).width) + 2 * sidePadding;
      widths.set(text, width);
    }
    return width;
  }

  return {
    choose(context, wishes, taken) {
      boxes.clear();
      for (const box of taken) boxes.block(box);
      const chosen: PlateLabel[] = [];
      const used = new Map<number, number>();
      for (const { slot, x, y, radius, text: name, isSure } of wishes) {
        if (chosen.length >= mostLabels) break;
        if (name === '') continue;
        const text = shorten(name);
        const width = widthOf(context, text);
        const offsets = [
          [radius + 3 + width / 2, 0],
          [0, radius + 3 + height / 2],
          [0, -radius - 3 - height / 2],
          [-radius - 3 - width / 2, 0],
        ] as const;
        const before = sides.get(slot);
        const order = before === undefined ? [0, 1, 2, 3] : [before, 0, 1, 2, 3];
        const at = (side: number) => {
          const [dx, dy] = offsets[side] ?? offsets[0];
          return { dx, dy, width };
        };
        const boxAt = (side: number) => plateBox(at(side), { x, y });
        let side = order.find((each) => boxes.take([boxAt(each)]));
        if (side === undefined && isSure) {
          side = before ?? 0;
          boxes.block(boxAt(side));
        }
        if (side === undefined) continue;
        chosen.push({ slot, text, ...at(side) });
        used.set(slot, side);
      }
      sides = used;
      return chosen;
    },
    forgetWidths() {
      widths.clear();
    },
  };
}

/** The room of a plate beside a vehicle, both on the canvas. */
export function plateBox(
  { dx, dy, width }: Pick<PlateLabel, 'dx' | 'dy' | 'width'>,
  { x, y }: { x: number; y: number },
): Box {
  return {
    minX: x + dx - width / 2,
    maxX: x + dx + width / 2,
    minY: y + dy - height / 2,
    maxY: y + dy + height / 2,
  };
}

function useFont(context: Context) {
  context.font = `500 10.5px ${drawingFont()}`;
  context.letterSpacing = '0.1px';
}

export function drawPlateLabel(
  context: Context,
  { width, text }: PlateLabel,
  x: number,
  y: number,
  colors: VehicleColors,
  strong: boolean,
): void {
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, 4);
  context.fillStyle = strong ? colors.selected : colors.labelGround;
  context.fill();
  useFont(context);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = strong ? colors.halo : colors.label;
  context.fillText(text, x, y + 0.5);
}
