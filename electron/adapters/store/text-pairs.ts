import { PACKED_AT_ONCE, RowReader, RowWriter, type PackedRows } from '@contract/packed/rows';

/** A text by the name under which it is kept. */
export type TextPair = readonly [name: string, text: string];

/**
 * Texts by their names, packed in parts, so that the thread which reads them can do something else
 * between two of them.
 */
export function packPairs(pairs: readonly TextPair[]): PackedRows[] {
  return Array.from({ length: Math.ceil(pairs.length / PACKED_AT_ONCE) }, (_, part) => {
    const of = pairs.slice(part * PACKED_AT_ONCE, (part + 1) * PACKED_AT_ONCE);
    const packed = new RowWriter(of.length, { numbers: 0, words: 2 });
    for (const [name, text] of of) {
      packed.ownText(name);
      packed.ownText(text);
    }
    return packed.finish();
  });
}

/** The pairs of one part. */
export function unpackPairs(part: PackedRows): TextPair[] {
  const rows = new RowReader(part);
  return Array.from({ length: part.count }, () => [rows.text() ?? '', rows.text() ?? '']);
}
