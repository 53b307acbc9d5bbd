/** Maps that are measured beside each other, on the same streets; the first one is ours. */
export const contestants = ['fleetdesk', 'leafletCanvas', 'markerCluster', 'maplibre'] as const;

/** A map that is measured. */
export type Contestant = (typeof contestants)[number];

/** What the page can be asked to do, one part after the other. */
export interface BenchPage {
  /** The streets alone, drawn and at rest; answers why this map can't be shown here, if so. */
  open(contestant: Contestant): Promise<string | null>;
  /** Puts the fleet on it; milliseconds until its first picture was presented. */
  first(vehicles: number): Promise<number>;
  /** Moves some vehicles in each of so many frames. */
  move(frames: number): Promise<void>;
  /** The same while the map says what it presents; for ours alone. */
  watchMoves(frames: number): Promise<Presented>;
  /** From now on long frames are counted; the answer tells of each. */
  watchLongFrames(): () => LongFrame[];
}

/** A frame over 50 ms, and where its time went, milliseconds. */
export interface LongFrame {
  total: number;
  /** From its first task to the first script that draws. */
  tasks: number;
  /** Scripts that draw, and observers. */
  render: number;
  /** Styles and layout at its end. */
  layout: number;
  /** The script that took longest in it, and how long. */
  script: string;
}

/** Milliseconds between pictures that were presented, and from a move to its picture. */
export interface Presented {
  gaps: number[];
  delays: number[];
}
