import type { TrackRequest } from './track-messages';
import { TrackPainter } from './track-painter';

const painter = new TrackPainter(() => new OffscreenCanvas(1, 1));

self.addEventListener('message', ({ data }: MessageEvent<TrackRequest>) => {
  const drawing = painter.take(data);
  if (drawing === null) return;
  const { base, tail } = drawing.travelled;
  const pictures = [drawing.whole, base === 'kept' ? null : base, tail?.bitmap ?? null];
  const bitmaps = pictures.filter((picture) => picture !== null);
  self.postMessage(drawing, { transfer: bitmaps });
});
