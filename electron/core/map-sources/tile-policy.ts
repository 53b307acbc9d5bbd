import CachePolicy from 'http-cache-semantics';
import { z } from 'zod';
import type { Clock } from '../ports/clock';
import { readStored } from '../stored-json';

/** What of an answer decides how long it may be used. The rest, cookies above all, is not kept. */
const keptHeaders = [
  ...['age', 'cache-control', 'date', 'etag', 'expires', 'last-modified', 'pragma', 'vary'],
] as const;

/** One tile has one question, so that its address, which may hold a key, is written nowhere. */
const question = { method: 'GET', url: '/', headers: {} };

const storedSchema = z.looseObject({ v: z.literal(1), rescc: z.record(z.string(), z.unknown()) });

type Head = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** How long an answer may be used by the rules of HTTP (RFC 9111), on core's clock. */
export class TilePolicy {
  readonly #policy: CachePolicy;

  private constructor(policy: CachePolicy) {
    this.#policy = policy;
  }

  /** The rules that an answer came with. */
  static of(answer: Head, clock: Clock): TilePolicy {
    const options = { shared: false };
    return new TilePolicy(new (policyOn(clock))(question, kept(answer), options));
  }

  /** Rules as {@link toText} wrote them; null for any other text. */
  static read(text: string, clock: Clock): TilePolicy | null {
    const stored = readStored(storedSchema, text);
    if (stored === null) return null;
    try {
      const object = stored as unknown as CachePolicy.CachePolicyObject;
      return new TilePolicy(policyOn(clock).fromObject(object));
    } catch {
      return null;
    }
  }

  toText(): string {
    return JSON.stringify(this.#policy.toObject());
  }

  /** Whether the answer may be kept at all. */
  get isStorable(): boolean {
    return this.#policy.storable();
  }

  /**
   * Whether it may be used without a question. (`satisfiesWithoutRevalidation` says no to every
   * answer with `must-revalidate`, which is meant for stale ones alone.)
   */
  get isFresh(): boolean {
    return !this.#policy.stale();
  }

  /** Whether it may be used while the server can't be asked, or answers with an error. */
  get mayBeStale(): boolean {
    const { rescc } = this.#policy.toObject();
    return !('must-revalidate' in rescc || 'no-cache' in rescc);
  }

  /** Whether it may be used at once while a newer one is asked for. */
  get mayBeStaleMeanwhile(): boolean {
    const answer = this.#policy.evaluateRequest(question);
    return answer.response !== undefined && answer.revalidation?.synchronous === false;
  }

  /** Headers that ask whether the tile has changed. */
  headers(): Record<string, string> {
    const headers = this.#policy.revalidationHeaders(question);
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    );
  }

  /** The rules after the server said that the tile has not changed. */
  renewed(answer: Head): TilePolicy {
    return new TilePolicy(this.#policy.revalidatedPolicy(question, kept(answer)).policy);
  }
}

function policyOn(clock: Clock): typeof CachePolicy {
  return class extends CachePolicy {
    now(): number {
      return clock.now();
    }
  };
}

function kept({ status, headers }: Head): CachePolicy.Response {
  const names = keptHeaders.filter((name) => headers[name] !== undefined);
  return { status, headers: Object.fromEntries(names.map((name) => [name, headers[name]])) };
}
