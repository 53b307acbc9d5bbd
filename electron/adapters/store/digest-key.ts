import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const LABEL = 'fleetdesk store: digests of rows';

/** The key of the digests of rows, derived from the store's: neither is used for two things. */
export function digestKeyOf(storeKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', storeKey, '', LABEL, KEY_BYTES));
}
