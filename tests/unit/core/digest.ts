import { createHash } from 'node:crypto';
import type { Digest } from '@core/ports/digest';

/** The real digest: a fake one could hide that two names collide. */
export const digest: Digest = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
};
