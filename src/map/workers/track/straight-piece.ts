/**
 * A piece of a line that grows from vertex to vertex, as long as it passes all those it stands for
 * closely enough: it keeps the two directions between which the next vertex has to lie.
 */
export class StraightPiece {
  /** How far beside the piece a vertex may lie. */
  readonly #slack: number;
  #fromX = NaN;
  #fromY = NaN;
  #toX = NaN;
  #toY = NaN;
  /** How long it is, squared; a next vertex that is nearer has turned back. */
  #length = Infinity;
  #leftX = 0;
  #leftY = 0;
  #rightX = 0;
  #rightY = 0;

  constructor(slack: number) {
    this.#slack = slack;
  }

  /**
   * Takes the next vertex, which may be no part of the piece (`isLike`). Answers whether the piece
   * reaches there, so that its end so far can be left out; if not, the next piece begins at that end.
   */
  goesOn(x: number, y: number, isLike: boolean): boolean {
    let dx = x - this.#fromX;
    let dy = y - this.#fromY;
    let length = dx * dx + dy * dy;
    const isOn =
      isLike &&
      length >= this.#length &&
      this.#leftX * dy <= this.#leftY * dx &&
      this.#rightX * dy >= this.#rightY * dx;
    if (!isOn) {
      this.#fromX = this.#toX;
      this.#fromY = this.#toY;
      dx = x - this.#fromX;
      dy = y - this.#fromY;
      length = dx * dx + dy * dy;
    }
    this.#toX = x;
    this.#toY = y;
    this.#length = length;
    const part = this.#slack / Math.sqrt(length);
    const leftX = dx - dy * part;
    const leftY = dy + dx * part;
    if (!isOn || this.#leftX * leftY < this.#leftY * leftX) {
      this.#leftX = leftX;
      this.#leftY = leftY;
    }
    const rightX = dx + dy * part;
    const rightY = dy - dx * part;
    if (!isOn || this.#rightX * rightY > this.#rightY * rightX) {
      this.#rightX = rightX;
      this.#rightY = rightY;
    }
    return isOn;
  }

  /** The last vertex stays: the next piece begins there. */
  end(): void {
    this.#length = Infinity;
  }
}
