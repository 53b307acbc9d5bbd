/** Replays that are measured beside each other; the first one is ours. */
export const contestants = ['fleetdesk', 'polyline'] as const;

/** A replay that is measured. */
export type Contestant = (typeof contestants)[number];

/** What one pass of scrubbing took, milliseconds a scrub. */
export interface Scrubs {
  /** Script on the page's main thread, until the frame is handed on. */
  script: number[];
  /** From the scrub until the next frame has been presented. */
  presented: number[];
}

/** What the page can be asked to do, one part after the other. */
export interface BenchPage {
  /** A map without a track, drawn and at rest. */
  open(contestant: Contestant): Promise<void>;
  /** A page without anything but a dot, which moves on at each frame. */
  moveDot(): void;
  /**
   * Fixes so many seconds apart arrive; milliseconds until their line was presented in its whole
   * view.
   */
  arrive(seconds: number): Promise<number>;
  /** Where the axis lies that a person takes hold of; null where there is none. */
  axis(): { x: number; y: number } | null;
  /** Goes to moments at random, one a frame, and to the middle in the end. */
  scrub(times: number): Promise<Scrubs>;
  /** Plays from where it is at 60 times real time; resolves once it does. */
  play(): Promise<void>;
}
