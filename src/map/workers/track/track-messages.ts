import type { TrackStyle } from './track-drawing';
import type { TrackFixes } from './track-line';
import type { TrackView } from './track-view';

/** What the page tells the worker that draws a track. */
export type TrackRequest =
  /** Another track, or none. */
  | { kind: 'track'; fixes: TrackFixes | null }
  | { kind: 'style'; style: TrackStyle }
  /** One drawing; answered by one {@link TrackDrawing}. */
  | {
      kind: 'draw';
      view: TrackView;
      /** Draw the whole line too: track, look or view changed. */
      whole: boolean;
      /** The travelled part ends here, epoch milliseconds. */
      until: number;
    };

/** What the worker answers. */
export type TrackDrawing = {
  kind: 'drawing';
  /** The whole line, where it was asked for; null too where none of it is in view. */
  whole: TrackPicture | null;
  travelled: TravelledPicture;
};

/** What was travelled: a picture that seldom changes, and a small one of the way since then. */
export type TravelledPicture = {
  /** `kept`: the one before stays; null: nothing is on it. */
  base: TrackPicture | 'kept' | null;
  tail: TrackPicture | null;
};

/** A picture of the part of the view that a line is in. */
export type TrackPicture = {
  bitmap: ImageBitmap;
  /** CSS pixels of the view. */
  left: number;
  top: number;
  width: number;
  height: number;
};
