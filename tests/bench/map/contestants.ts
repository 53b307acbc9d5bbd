/** Maps that are measured beside each other, on the same streets; the first one is ours. */
export const contestants = ['fleetdesk', 'leafletCanvas'] as const;

/** A map that is measured. */
export type Contestant = (typeof contestants)[number];

/** What the page can be asked to do, one part after the other. */
export interface BenchPage {
  /** The streets alone, drawn and at rest. */
  open(): Promise<void>;
  /** Puts the fleet on it; milliseconds until its first picture was presented. */
  first(contestant: Contestant, vehicles: number): Promise<number>;
  /** Moves some vehicles in each of many frames. */
  move(): Promise<void>;
  /** The same while the map says what it presents; for ours alone. */
  watchMoves(): Promise<Presented>;
  /** From now on long frames are counted; the answer says how many there were. */
  countLongFrames(): () => number;
}

/** Milliseconds between pictures that were presented, and from a move to its picture. */
export interface Presented {
  gaps: number[];
  delays: number[];
}
