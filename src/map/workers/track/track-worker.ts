import { rehearse } from './rehearse';
import type { TrackRequest } from './track-messages';
import { TrackPainter } from './track-painter';

/** A map has drawn itself by then, and few days are there so soon; milliseconds. */
const restBefore = 400;

const createPainter = () => new TrackPainter(() => new OffscreenCanvas(1, 1));
const painter = createPainter();
const rehearsal = setTimeout(() => {
  const other = createPainter();
  rehearse((request) => other.take(request));
}, restBefore);

self.addEventListener('message', ({ data }: MessageEvent<TrackRequest>) => {
  if (data.kind === 'draw') clearTimeout(rehearsal);
  const drawing = painter.take(data);
  if (drawing === null) return;
  const { base, tail } = drawing.travelled;
  const pictures = [drawing.whole, base === 'kept' ? null : base, tail];
  const bitmaps = pictures.flatMap((picture) => picture?.bitmap ?? []);
  self.postMessage(drawing, { transfer: bitmaps });
});
