import { randomBytes } from 'node:crypto';
import type { Chance } from '@core/ports/chance';

/** The system's randomness. */
export class SystemChance implements Chance {
  fraction(): number {
    return Math.random();
  }

  id(): string {
    return randomBytes(16).toString('base64url');
  }
}
