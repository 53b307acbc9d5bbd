/** Rows of a long table by their places: the first and the last. */
export type RowSpan = { readonly first: number; readonly last: number };

/** An element, and the row that it shows. */
export type RowElement = { readonly element: number; readonly row: number };

/**
 * Which row each element of a long table shows. Making elements takes far longer than filling them,
 * so those whose row is farthest away are filled again, and all others stay as they are. There are
 * only ever more of them.
 */
export class RowElements {
  /** In the order of the page; -1 where an element shows no row. */
  #held: readonly RowElement[] = [];

  /**
   * Has rows shown.
   * @param most elements that there are at least
   * @param count rows of the table: an element whose row is no longer there shows none
   */
  show({ first, last }: RowSpan, most: number, count: number): void {
    const held = this.#held.map(({ element, row }) => ({ element, row: row < count ? row : -1 }));
    const wanted = Math.max(most, last - first + 1);
    while (held.length < wanted) held.push({ element: held.length, row: -1 });
    const shown = new Set(held.map(({ row }) => row));
    const distance = (row: number): number =>
      row < 0 ? count : Math.max(0, first - row, row - last);
    const free = held
      .filter(({ row }) => distance(row) > 0)
      .sort((one, other) => distance(other.row) - distance(one.row));
    for (let row = first; row <= last; row += 1) {
      if (shown.has(row)) continue;
      const element = free.shift();
      if (element) element.row = row;
    }
    this.#held = held;
  }

  /** Puts the elements in the order of their rows. Moved elements are laid out again, so not often. */
  sort(): void {
    this.#held = [...this.#held].sort((one, other) => one.row - other.row);
  }

  /** The elements that show a row, in the order of the page. */
  get shown(): readonly RowElement[] {
    return this.#held.filter(({ row }) => row >= 0);
  }
}
