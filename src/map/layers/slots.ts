/** Small numbers that stand for identifiers; a number that was released is used again. */
export type Slots = {
  /** The number of an identifier; a new one gets a free number. */
  of(id: string): number;
  idOf(slot: number): string | undefined;
  release(id: string): number | undefined;
};

/** An empty assignment of identifiers to slots. */
export function createSlots(): Slots {
  const slots = new Map<string, number>();
  const ids: (string | undefined)[] = [];
  const free: number[] = [];
  return {
    of(id) {
      const known = slots.get(id);
      if (known !== undefined) return known;
      const slot = free.pop() ?? ids.length;
      slots.set(id, slot);
      ids[slot] = id;
      return slot;
    },
    idOf: (slot) => ids[slot],
    release(id) {
      const slot = slots.get(id);
      if (slot === undefined) return undefined;
      slots.delete(id);
      ids[slot] = undefined;
      free.push(slot);
      return slot;
    },
  };
}
