import { randomBytes } from 'node:crypto';
import type { Random } from '@core/ports/random';

/** The system's randomness. */
export class SystemRandom implements Random {
  fraction(): number {
    return Math.random();
  }

  id(): string {
    return randomBytes(16).toString('base64url');
  }
}
