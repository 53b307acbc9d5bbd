import RBush from 'rbush';

/** A box on the canvas, CSS pixels. */
export type Box = { minX: number; minY: number; maxX: number; maxY: number };

/** Room that labels have taken: who comes first has it. */
export type LabelBoxes = {
  /** Takes the boxes if all of them are free. */
  take(boxes: readonly Box[]): boolean;
  isFree(box: Box): boolean;
  /** Takes a box whatever is there. */
  block(box: Box): void;
  clear(): void;
};

/** Boxes of the map's window on a canvas that reaches beyond it by so much on each side. */
export function boxesOnCanvas(boxes: readonly Box[], inset: number): Box[] {
  return boxes.map(({ minX, minY, maxX, maxY }) => ({
    minX: minX + inset,
    minY: minY + inset,
    maxX: maxX + inset,
    maxY: maxY + inset,
  }));
}

/** Boxes of which none is taken yet. */
export function createLabelBoxes(): LabelBoxes {
  const tree = new RBush<Box>();
  return {
    take(boxes) {
      if (boxes.some((box) => tree.collides(box))) return false;
      for (const box of boxes) tree.insert(box);
      return true;
    },
    isFree: (box) => !tree.collides(box),
    block(box) {
      tree.insert(box);
    },
    clear() {
      tree.clear();
    },
  };
}
