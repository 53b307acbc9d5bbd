import type { TrackRequest } from './track-messages';
import { TrackPainter } from './track-painter';

const painter = new TrackPainter(() => new OffscreenCanvas(1, 1));

self.addEventListener('message', ({ data }: MessageEvent<TrackRequest>) => {
  const drawing = painter.take(data);
  if (drawing === null) return;
  const bitmaps = [drawing.whole, drawing.travelled].filter((bitmap) => bitmap !== null);
  self.postMessage(drawing, { transfer: bitmaps });
});
