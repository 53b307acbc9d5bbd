import type { StageMessage, StageReport, StageView } from './stage-messages';
import { easeZoom, restingView, viewBetween, type DrawnView } from './zoom-glide';

/** Draws one frame; answers whether something still moves, so that another has to follow. */
export type DrawFrame = (
  context: OffscreenCanvasRenderingContext2D,
  view: DrawnView,
  now: number,
) => boolean;

type Glide = { from: StageView; to: StageView; start: number; duration: number };

/**
 * From its second frame on Chromium keeps a picture more of a canvas, as large as the canvas, for the
 * frame to come. Another size takes it away; what is shown stays until the next frame is there.
 */
function dropSpare(canvas: OffscreenCanvas): void {
  if (canvas.width > 1) canvas.width = 1;
}

/** On a map that nobody is at, a frame after so long a pause is not the first of many, ms. */
const pause = 5000;

/** After so long without a new view the canvas behind gives its memory back, milliseconds. */
const calmAfter = 3000;

/**
 * The worker's side of a {@link WorkerCanvas}: two canvases, of which one is in front. A new view is
 * drawn on the other one, and the page puts it in front in the same moment as it moves it to its
 * place; drawn on the same canvas, picture and place would part for a frame.
 */
export type Stage = {
  handle(message: StageMessage): void;
  /** Something to draw has changed. */
  invalidate(): void;
  /** The view in use, as far as one was given. */
  view(): StageView | null;
  /** What is drawn already and stays; null while something else is about to be. */
  resting(): DrawnView | null;
};

/**
 * A stage without canvases yet; `draw` paints a frame, `report` hears once it is there, `forget`
 * that pictures kept for the next frames may be gone.
 */
export function createStage(
  draw: DrawFrame,
  report: (report: StageReport) => void,
  forget: () => void = () => undefined,
): Stage {
  let canvases: readonly [OffscreenCanvas, OffscreenCanvas] | null = null;
  let current: 0 | 1 = 0;
  let view: StageView | null = null;
  let glide: Glide | null = null;
  /** The frame that was asked for and not yet drawn. */
  let asked: number | null = null;
  let scheduled = false;
  let isSeen = true;
  /** Something changed while nobody could see it. */
  let isDue = false;
  let calm: ReturnType<typeof setTimeout> | undefined;
  let paintedAt = -Infinity;
  /** The view of a map that nobody is at has come to rest: one more frame, and no spare one. */
  let isSpareDue = false;

  function calmDown() {
    emptyBehind();
    if (view?.inset !== 0) return;
    isSpareDue = true;
    schedule();
  }

  /** Several screens' worth of pixels that nobody sees; the next view gives the canvas its size. */
  function emptyBehind() {
    const behind = canvases?.[current === 0 ? 1 : 0];
    if (!behind || behind.width <= 1) return;
    behind.width = 1;
    behind.height = 1;
    behind.getContext('2d')?.clearRect(0, 0, 1, 1);
  }

  function schedule() {
    isDue = !isSeen;
    if (scheduled || isDue) return;
    scheduled = true;
    requestAnimationFrame(paint);
  }

  /** The graphics process has ended, and all that was drawn with it. */
  function drawAgain() {
    forget();
    schedule();
  }

  function viewNow(now: number): DrawnView | null {
    if (!glide) return view && restingView(view);
    const time = (now - glide.start) / glide.duration;
    if (time >= 1) {
      view = glide.to;
      glide = null;
      return restingView(view);
    }
    return viewBetween(glide.from, glide.to, easeZoom(time));
  }

  function paint() {
    scheduled = false;
    if (!isSeen) {
      isDue = true;
      return;
    }
    const now = performance.now();
    const shown = viewNow(now);
    if (!canvases || !shown || shown.width === 0 || shown.height === 0) return;
    if (asked !== null) current = current === 0 ? 1 : 0;
    const canvas = canvases[current];
    const context = canvas.getContext('2d');
    if (!context) return;
    const width = Math.round(shown.width * shown.ratio);
    const height = Math.round(shown.height * shown.ratio);
    const isAlone = shown.inset === 0 && now - paintedAt > pause;
    if (asked === null && (isSpareDue || isAlone)) dropSpare(canvas);
    isSpareDue = false;
    paintedAt = now;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(shown.ratio, 0, 0, shown.ratio, 0, 0);
    const moves = draw(context, shown, now);
    if (asked !== null) {
      const frame = asked;
      const drawnOn = current;
      asked = null;
      clearTimeout(calm);
      calm = setTimeout(calmDown, calmAfter);
      // The frame leaves the worker at the end of this one; only then may the page show it.
      requestAnimationFrame(() => {
        report({ type: 'stage-drawn', frame, canvas: drawnOn });
      });
    }
    if (moves || glide) schedule();
  }

  return {
    handle(message) {
      switch (message.type) {
        case 'stage-canvases':
          canvases = message.canvases;
          current = 0;
          for (const canvas of canvases) canvas.addEventListener('contextrestored', drawAgain);
          break;
        case 'stage-lost':
          drawAgain();
          break;
        case 'stage-seen':
          isSeen = message.seen;
          if (isDue && isSeen) schedule();
          return;
        case 'stage-view':
          view = message.view;
          glide = null;
          asked = message.frame;
          break;
        case 'stage-zoom':
          if (!view) return;
          glide = {
            from: view,
            to: message.view,
            start: performance.now(),
            duration: message.duration,
          };
          break;
      }
      schedule();
    },
    invalidate: schedule,
    view: () => view,
    resting: () => (view === null || glide || scheduled || isDue ? null : restingView(view)),
  };
}
