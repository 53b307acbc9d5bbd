import type { Span } from '../ports/archive-format';

/** A request is worth about as much as so many bytes that nobody wants. */
const widestGap = 16 * 1024;

/** Bytes of one request; a larger single span is a request of its own. */
const largestPart = 1024 * 1024;

/** Several spans that are read at once. */
export interface Part extends Span {
  readonly spans: readonly Span[];
}

/** Puts spans that lie close together into one request. @param spans by their place */
export function mergeSpans(spans: readonly Span[]): Part[] {
  const parts: Part[] = [];
  let open: Span[] = [];
  let [start, end] = [0, 0];
  const close = (): void => {
    if (open.length > 0) parts.push({ offset: start, length: end - start, spans: open });
  };
  for (const span of spans) {
    const spanEnd = span.offset + span.length;
    const fits = span.offset - end <= widestGap && spanEnd - start <= largestPart;
    if (open.length > 0 && fits) {
      open.push(span);
      end = Math.max(end, spanEnd);
    } else {
      close();
      open = [span];
      [start, end] = [span.offset, spanEnd];
    }
  }
  close();
  return parts;
}

/** Cuts the spans of a part out of what was read. */
export function cut(part: Part, bytes: Uint8Array): { offset: number; data: Uint8Array }[] {
  return part.spans.map(({ offset, length }) => {
    const at = offset - part.offset;
    return { offset, data: bytes.slice(at, at + length) };
  });
}
