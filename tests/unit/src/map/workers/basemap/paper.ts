import type { Context } from '@/map/workers/basemap/label';

/** A word as it is seen on a paper. */
export type Written = { text: string; x: number; y: number; alpha: number };

/** How many words were painted, and how many pictures were put. */
export type Effort = { painted: number; put: number };

type Corner = { scale: number; x: number; y: number };

/** A canvas that remembers its words, and not its pixels. Turned letters are told by their middle. */
export class Paper {
  readonly words: Written[] = [];
  readonly effort: Effort = { painted: 0, put: 0 };
  globalAlpha = 1;
  #corner: Corner = { scale: 1, x: 0, y: 0 };

  asContext = (): Context => this as unknown as Context;
  clear = () => this.words.splice(0);
  measureText = (text: string) => ({ width: text.length * 7 });
  getTransform = () => this.#corner;
  translate = (x: number, y: number) => {
    const { scale } = this.#corner;
    this.#corner = { scale, x: this.#corner.x + x * scale, y: this.#corner.y + y * scale };
  };
  rotate = () => undefined;
  strokeText = () => undefined;
  beginPath = () => undefined;
  arc = () => undefined;
  fill = () => undefined;
  stroke = () => undefined;

  setTransform(scale: number | Corner, ...rest: number[]): void {
    const [, , , x = 0, y = 0] = rest;
    this.#corner = typeof scale === 'number' ? { scale, x, y } : scale;
  }

  fillText(text: string, x: number, y: number): void {
    const { scale, x: left, y: top } = this.#corner;
    this.effort.painted += 1;
    this.words.push({ text, x: left + x * scale, y: top + y * scale, alpha: this.globalAlpha });
  }

  drawImage(from: { words: Written[] }, ...[x, y, width, height, left, top]: number[]): void {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = [x, y, left, top];
    this.effort.put += 1;
    for (const word of from.words) {
      const [inX, inY] = [word.x - fromX, word.y - fromY];
      if (inX < 0 || inY < 0 || inX >= (width ?? 0) || inY >= (height ?? 0)) continue;
      const alpha = word.alpha * this.globalAlpha;
      this.words.push({ text: word.text, x: toX + inX, y: toY + inY, alpha });
    }
  }
}

/** Sheets that were made and not given back yet. */
export const sheetsInUse = new Set<object>();

/** An `OffscreenCanvas` of paper; its pictures bear the words. */
export class PaperCanvas {
  static readonly effort: Effort = { painted: 0, put: 0 };
  readonly #paper = new Paper();

  getContext = () => this.#paper;

  transferToImageBitmap(): { words: Written[]; close(): void } {
    const picture = {
      words: [...this.#paper.words],
      close: () => {
        sheetsInUse.delete(picture);
      },
    };
    PaperCanvas.effort.painted += this.#paper.effort.painted;
    sheetsInUse.add(picture);
    return picture;
  }
}
