import { createHash } from 'node:crypto';
import type { Digest } from '@core/ports/digest';

/** SHA-256 by Node's crypto. */
export class NodeDigest implements Digest {
  sha256(text: string): string {
    return createHash('sha256').update(text, 'utf8').digest('hex');
  }
}
