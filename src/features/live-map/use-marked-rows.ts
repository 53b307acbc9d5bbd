import { move, nothingSelected, pick, type Selection } from '@/features/records/selection';
import { useLiveMapStore } from './live-map-store';

/** Rows of the list that several commands are for, marked with Ctrl and Shift as in a table. */
export function useMarkedRows(ids: () => readonly string[]) {
  const choice = useLiveMapStore();

  /** The vehicle in the card is the first one that is marked. */
  function before(): Selection {
    if (choice.marked.cursor !== null) return choice.marked;
    const { selected } = choice;
    if (selected === null || !ids().includes(selected)) return nothingSelected;
    return { keys: new Set([selected]), cursor: selected, anchor: selected };
  }

  function set(next: Selection): void {
    choice.marked = next.keys.size === 0 ? nothingSelected : next;
  }

  return {
    /** A row was clicked: with Shift all from the cursor to it, with Ctrl this one, or no longer. */
    mark(vehicleId: string, { shiftKey }: Pick<MouseEvent, 'shiftKey'>): void {
      set(pick(before(), ids(), vehicleId, shiftKey ? 'range' : 'add'));
    },
    /** Marks as far as a key reaches, up or down. */
    extend(steps: number): void {
      set(move(before(), ids(), steps, true));
    },
    /** Marks the row of the cursor, or no longer. */
    toggle(): void {
      const { cursor } = before();
      if (cursor !== null) set(pick(choice.marked, ids(), cursor, 'add'));
    },
    clear(): void {
      choice.marked = nothingSelected;
    },
    all(): void {
      const { cursor, anchor } = before();
      const [first = null] = ids();
      set({ keys: new Set(ids()), cursor: cursor ?? first, anchor: anchor ?? first });
    },
  };
}
