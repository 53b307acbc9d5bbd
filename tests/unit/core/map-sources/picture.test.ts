import { describe, expect, it } from 'vitest';
import { pictureOf } from '@core/map-sources/picture';
import { picture } from './map-world';

/** A JPEG of 256 × 128 pixels that says so behind so many bytes of other things. */
function jpegWithSizeAt(offset: number): Uint8Array {
  const bytes = Buffer.alloc(offset + 64);
  let at = bytes.writeUInt16BE(0xffd8, 0);
  while (at < offset) {
    const length = Math.min(60_000, offset - at - 2);
    bytes.writeUInt16BE(0xffe2, at);
    at = bytes.writeUInt16BE(length, at + 2) - 2 + length;
  }
  bytes.set([0xff, 0xc0, 0, 17, 8, 0, 128, 1, 0], at);
  return new Uint8Array(bytes);
}

describe('what bytes are by their beginning', () => {
  it('a PNG', () => {
    expect(pictureOf(picture(256))).toEqual({ type: 'image/png', width: 256, height: 256 });
  });

  it('a JPEG, also one with a color profile', () => {
    const size = { type: 'image/jpeg', width: 256, height: 128 };
    expect(pictureOf(jpegWithSizeAt(20))).toEqual(size);
    expect(pictureOf(jpegWithSizeAt(40_000))).toEqual(size);
  });

  it('no picture where the size is not in the first 64 kB: a broken one is not searched whole', () => {
    expect(pictureOf(jpegWithSizeAt(100_000))).toBeNull();
  });

  it.each([
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['SVG', Buffer.from('<svg width="256" height="256"></svg>')],
    ['nothing', new Uint8Array()],
  ])('no picture that is drawn: %s', (_name, bytes) => {
    expect(pictureOf(bytes)).toBeNull();
  });
});
