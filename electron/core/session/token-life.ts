import { decodeJwt } from 'jose';

/** A refresh comes this long before the end, milliseconds, or a tenth of a shorter life. */
const MARGIN = 60_000;

/** Longest life that is believed, milliseconds: timers and sums stay sane. */
const LONGEST_LIFE = 365 * 86_400_000;

/**
 * Shortest life that is believed. A token that is due again before any call got its slot would be
 * renewed for ever, at the cost of every other request.
 */
const SHORTEST_LIFE = 10_000;

/** How long a token is good for, milliseconds from the time at which it was received. */
export interface TokenLife {
  /** Until it should be refreshed. */
  readonly refreshIn: number;
  /** Until it ends. */
  readonly endsIn: number;
}

/**
 * The life of a token; null for an opaque one, which is valid until a 401. It is taken from the
 * token's own times where it has both, so that a wrong clock of this machine neither kills a good
 * token nor keeps a dead one.
 *
 * @param receivedAt wall clock, epoch milliseconds
 */
export function lifeOf(token: string, receivedAt: number): TokenLife | null {
  const times = readTimes(token);
  if (times === null) return null;
  const life = times.exp - (times.iat ?? receivedAt);
  if (!(life >= SHORTEST_LIFE && life <= LONGEST_LIFE)) return null;
  return { refreshIn: life - Math.min(MARGIN, life / 10), endsIn: life };
}

/** Expiry and issue of a JWT, epoch milliseconds. Its signature is the service's own business. */
function readTimes(token: string): { exp: number; iat: number | null } | null {
  try {
    const { exp, iat } = decodeJwt(token);
    if (typeof exp !== 'number') return null;
    return { exp: exp * 1000, iat: typeof iat === 'number' ? iat * 1000 : null };
  } catch {
    return null;
  }
}
