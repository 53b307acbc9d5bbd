import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

export interface TokenPair {
  readonly token: string;
  readonly refresh_token: string;
}

interface Session {
  generation: number;
  revoked: boolean;
}

const MOST_SESSIONS = 5000;

/**
 * Sign-in sessions. A refresh rotates both tokens; a refresh token that was used before ends its
 * session. The signing key comes from the seed, so that a session outlives a restart of the demo:
 * there is nothing to protect here, and an app must be able to pick up where it was.
 */
export class Sessions {
  readonly #key: Uint8Array;
  readonly #sessions = new Map<string, Session>();
  #accessRefusedUntil = 0;
  #revokedUntil = 0;

  constructor(
    readonly seed: number,
    /** Milliseconds since the epoch, by the demo's own clock. */
    readonly now: () => number,
    readonly lifeSeconds: () => number,
  ) {
    this.#key = createHash('sha256').update(`demo service, seed ${seed}`).digest();
  }

  open(username: string): Promise<TokenPair> {
    const id = randomBytes(9).toString('base64url');
    this.#remember(id, { generation: 1, revoked: false });
    return this.#issue(id, username, 1);
  }

  /** New tokens for old ones; null where they are refused. */
  async refresh(authToken: string, refreshToken: string): Promise<TokenPair | null> {
    const access = await this.#readAccess(authToken, true);
    const refresh = this.#readRefresh(refreshToken);
    if (!access || refresh?.session !== access.session) return null;
    if (refresh.issuedAt <= this.#revokedUntil) return null;
    const session = this.#sessions.get(refresh.session) ?? {
      generation: refresh.generation,
      revoked: false,
    };
    this.#remember(refresh.session, session);
    if (session.revoked) return null;
    if (session.generation !== refresh.generation) {
      session.revoked = true;
      return null;
    }
    session.generation += 1;
    return this.#issue(refresh.session, access.username, session.generation);
  }

  /** The name of the user to whom a valid access token belongs, or null. */
  async userOf(token: string): Promise<string | null> {
    const access = await this.#readAccess(token, false);
    if (!access || access.issuedAt <= this.#accessRefusedUntil) return null;
    if (access.issuedAt <= this.#revokedUntil) return null;
    return this.#sessions.get(access.session)?.revoked ? null : access.username;
  }

  /** From now on no access token issued so far is good; refresh tokens still are. */
  expireAccess(): void {
    this.#accessRefusedUntil = this.now();
  }

  /** From now on no token issued so far is good. */
  revokeAll(): void {
    this.#revokedUntil = this.now();
  }

  clear(): void {
    this.#sessions.clear();
    this.#accessRefusedUntil = 0;
    this.#revokedUntil = 0;
  }

  #remember(id: string, session: Session): void {
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MOST_SESSIONS) break;
      this.#sessions.delete(oldest);
    }
  }

  async #issue(session: string, username: string, generation: number): Promise<TokenPair> {
    const now = this.now();
    const seconds = Math.floor(now / 1000);
    const token = await new SignJWT({
      sid: session,
      at: now,
      // A map can draw the streets of this town from the seed alone.
      fleetdesk_demo_seed: this.seed,
      jti: randomBytes(6).toString('base64url'),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(username)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + this.lifeSeconds())
      .sign(this.#key);
    const body = Buffer.from(JSON.stringify([session, generation, now])).toString('base64url');
    return { token, refresh_token: `${body}.${this.#seal(body)}` };
  }

  #seal(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }

  async #readAccess(
    token: string,
    evenExpired: boolean,
  ): Promise<{ session: string; username: string; issuedAt: number } | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: evenExpired ? new Date(0) : new Date(this.now()),
      });
      const { sid, at, sub } = payload;
      if (typeof sid !== 'string' || typeof at !== 'number' || sub === undefined) return null;
      return { session: sid, username: sub, issuedAt: at };
    } catch {
      return null;
    }
  }

  #readRefresh(token: string): { session: string; generation: number; issuedAt: number } | null {
    const [body = '', seal = ''] = token.split('.');
    const expected = Buffer.from(this.#seal(body));
    const given = Buffer.from(seal);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    const parts: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    if (!Array.isArray(parts)) return null;
    const [session, generation, issuedAt]: unknown[] = parts;
    if (typeof session !== 'string' || typeof generation !== 'number') return null;
    return typeof issuedAt === 'number' ? { session, generation, issuedAt } : null;
  }
}
