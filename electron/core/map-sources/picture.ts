import { imageSize } from 'image-size';

/** Kinds of pictures, told by their bytes; nothing else of a raster source reaches a page. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

/** How these begin; all others are not looked at further. */
const firstBytes: ReadonlySet<number | undefined> = new Set([0x89, 0xff, 0x52]);

/**
 * A picture says its size in its first bytes, at the latest behind a color profile. A JPEG is
 * searched for it byte by byte, so a broken one must not be searched whole.
 */
const longestHeader = 64 * 1024;

/** Tiles have 256 or 512 pixels; a small file can claim a picture that would fill the memory. */
const mostPixels = 1024;

/** A picture of a tile. */
export type Picture = { readonly type: string; readonly width: number; readonly height: number };

/** What bytes are by their beginning; null for no picture that Fleetdesk draws. */
export function pictureOf(bytes: Uint8Array): Picture | null {
  if (!firstBytes.has(bytes[0])) return null;
  try {
    const { type = '', width, height } = imageSize(bytes.subarray(0, longestHeader));
    const known = types[type];
    return known === undefined ? null : { type: known, width, height };
  } catch {
    return null;
  }
}

/** Whether a picture is small enough to be drawn. */
export function isDrawable({ width, height }: Picture): boolean {
  return Math.min(width, height) > 0 && Math.max(width, height) <= mostPixels;
}
