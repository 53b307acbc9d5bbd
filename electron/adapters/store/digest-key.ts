import { hkdfSync } from 'node:crypto';

/** Keys of the two passes of a digest, each as long as a block of SHA-256 in its text. */
export interface DigestKeys {
  readonly inner: string;
  readonly outer: string;
}

const KEY_BYTES = 32;

/** The keys of the digests of rows, derived from the store's: none is used for two things. */
export function digestKeysOf(storeKey: string): DigestKeys {
  const keyFor = (pass: string): string =>
    Buffer.from(
      hkdfSync('sha256', storeKey, '', `fleetdesk store: digests of rows, ${pass}`, KEY_BYTES),
    ).toString('hex');
  return { inner: keyFor('inner'), outer: keyFor('outer') };
}
