import type { DrawnView } from '../zoom-glide';
import type { Context, PlacedLabel } from './label';

/** Where the picture of a name is on the sheet, and where it goes from the name's point; pixels. */
type Cell = { x: number; y: number; width: number; height: number; left: number; top: number };

/**
 * Names while they fade or move. Letters take long to draw, and each frame has the same ones: they are
 * drawn once, on a sheet, from which each is put where it is now.
 */
export type LabelPictures = {
  /** Draws names as a view has them now; answers whether they can be put from now on. */
  make(labels: readonly PlacedLabel[], view: DrawnView): boolean;
  isMade(): boolean;
  /** Puts a name on the canvas, whose pixels are the context's. */
  put(context: Context, label: PlacedLabel, view: DrawnView): void;
  /** Gives the memory back. */
  drop(): void;
};

/** Pixels of a sheet's edge, and those between two pictures. */
const across = 2048;
const gap = 1;

/** Where the point of a label is in a view, pixels of the screen. */
function pointOf({ x, y }: PlacedLabel, { scale, left, top, ratio }: DrawnView) {
  return { x: (x * scale - left) * ratio, y: (y * scale - top) * ratio };
}

/** None is made before somebody asks for it. */
export function createLabelPictures(): LabelPictures {
  let sheet: ImageBitmap | null = null;
  const cells = new Map<PlacedLabel, Cell>();

  function drop() {
    sheet?.close();
    sheet = null;
    cells.clear();
  }

  /** Rows of cells, one below the other; answers how high they are. */
  function layOut(labels: readonly PlacedLabel[], view: DrawnView): number {
    let [x, y, row] = [0, 0, 0];
    for (const label of labels) {
      const point = pointOf(label, view);
      const { minX, minY, maxX, maxY } = label.box;
      // Between the screen's pixels it is where the label is, so that its letters look the same.
      const [restX, restY] = [point.x - Math.floor(point.x), point.y - Math.floor(point.y)];
      const left = Math.floor(restX + minX * view.ratio);
      const top = Math.floor(restY + minY * view.ratio);
      const width = Math.ceil(restX + maxX * view.ratio) - left;
      const height = Math.ceil(restY + maxY * view.ratio) - top;
      if (x + width > across) [x, y, row] = [0, y + row, 0];
      cells.set(label, { x, y, width, height, left: left - restX, top: top - restY });
      x += width + gap;
      row = Math.max(row, height + gap);
    }
    return y + row;
  }

  return {
    make(labels, view) {
      drop();
      const height = layOut(labels, view);
      if (height === 0) return false;
      const canvas = new OffscreenCanvas(across, height);
      const context = canvas.getContext('2d');
      if (!context) return false;
      for (const [label, cell] of cells) {
        context.setTransform(view.ratio, 0, 0, view.ratio, cell.x - cell.left, cell.y - cell.top);
        label.paint(context, 0, 0);
      }
      sheet = canvas.transferToImageBitmap();
      return true;
    },
    isMade: () => sheet !== null,
    put(context, label, view) {
      const cell = cells.get(label);
      if (!cell || !sheet) return;
      const { x, y, width, height, left, top } = cell;
      const point = pointOf(label, view);
      // On whole pixels a picture stays as sharp as it was drawn.
      const at = [Math.round(point.x + left), Math.round(point.y + top)] as const;
      context.drawImage(sheet, x, y, width, height, ...at, width, height);
    },
    drop,
  };
}
