import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { tileFault } from './tile-faults';

/** A tile may have so many bytes, packed and unpacked. */
export const largestTile = 2 * 1024 * 1024;

/** Unpacked data may be so many times as large as packed; small ones may always have 64 kB. */
const largestRatio = 100;
const smallData = 64 * 1024;

/** How data are packed. `auto` tells by the first bytes, as MBTiles files leave it open. */
export type Packing = 'none' | 'gzip' | 'brotli' | 'auto';

/**
 * Unpacks data within limits, so that a small file can't fill the memory. The result has a buffer of
 * its own: what zlib gives may be a part of a larger one, which would be copied whole to other threads.
 * @param largest bytes that the result may have
 * @throws FleetdeskError `map-tile-too-large` beyond the limits, `map-damaged` for broken data
 */
export function unpack(
  packed: Uint8Array,
  packing: Packing,
  largest = largestTile,
): Uint8Array<ArrayBuffer> {
  const form = packing === 'auto' ? packingOf(packed) : packing;
  if (packed.length > largest) throw tooLarge(packed.length);
  if (form === 'none') return new Uint8Array(packed);
  const most = Math.min(largest, Math.max(smallData, packed.length * largestRatio));
  try {
    return new Uint8Array(readers[form](packed, { maxOutputLength: most }));
  } catch (fault) {
    if (isOverLimit(fault)) throw tooLarge(most, fault);
    throw tileFault('map-damaged', fault instanceof Error ? fault.message : String(fault), fault);
  }
}

const readers = { gzip: gunzipSync, zlib: inflateSync, brotli: brotliDecompressSync };

function packingOf(bytes: Uint8Array): 'none' | 'gzip' | 'zlib' {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  // A vector tile begins with 0x1a, a picture with its own mark: neither looks like zlib.
  const isZlib = bytes[0] === 0x78 && ((bytes[0] << 8) + (bytes[1] ?? 0)) % 31 === 0;
  return isZlib ? 'zlib' : 'none';
}

function isOverLimit(fault: unknown): boolean {
  return fault instanceof RangeError && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE';
}

function tooLarge(bytes: number, cause?: unknown) {
  return tileFault('map-tile-too-large', `More than ${bytes} bytes.`, cause);
}
