/**
 * What part of the world a canvas shows. Left and top are pixels of the world at this zoom, so
 * that a point of the world is at `x * worldSize(zoom) - left`.
 */
export type StageView = {
  zoom: number;
  left: number;
  top: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** How far the canvas reaches beyond the map's window on each side, CSS pixels. */
  inset: number;
  /** Device pixels a CSS pixel. */
  ratio: number;
  /** The map is being zoomed, by wheel or fingers, and will be elsewhere with the next frame. */
  isPassing?: boolean;
};

/** From the page to a worker that draws on a stage. */
export type StageMessage =
  | { type: 'stage-canvases'; canvases: readonly [OffscreenCanvas, OffscreenCanvas] }
  /** Draw this view on the canvas at the back, then say so. */
  | { type: 'stage-view'; frame: number; view: StageView }
  /** Glide from the view in use to this one, on the canvas in front. */
  | { type: 'stage-zoom'; view: StageView; duration: number }
  /** What was drawn may be gone. */
  | { type: 'stage-lost' }
  /** Whether anybody can see the window: nothing is drawn while nobody can. */
  | { type: 'stage-seen'; seen: boolean };

/** From the worker: the frame that was asked for is on this canvas. */
export type StageReport = { type: 'stage-drawn'; frame: number; canvas: 0 | 1 };

/** Whether a message to a worker is meant for its stage. */
export function isStageMessage(message: { type: string }): message is StageMessage {
  return message.type.startsWith('stage-');
}
