import type { TrackStyle, TrackView } from './track-drawing';
import type { TrackFixes } from './track-line';

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
  /** The whole line, where it was asked for. */
  whole: ImageBitmap | null;
  travelled: ImageBitmap | null;
};
