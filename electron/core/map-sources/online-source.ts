import { FleetdeskError, type AppError } from '@contract/errors';
import type { OnlineMap, TilePlace } from '@contract/map-sources';
import { tileAddress } from '@contract/rules/map-address';
import { reportFault } from '../faults';
import type { TileCache } from '../ports/tile-cache';
import { BadTiles } from './bad-tiles';
import { fetchTile, mapError, type FetchOptions } from './fetch-tile';
import type { Condition } from './open-source';
import { RetryPause } from './retry-pause';
import { TilePolicy } from './tile-policy';
import { Turns } from './turns';

/** As many as a browser opens to one host. */
const atOnce = 6;

/** After so many places without a tile, and none with one, the address is doubted. */
const doubtedAfter = 6;

const noTiles: AppError = {
  code: 'not-found',
  reason: 'map-no-tiles',
  message: 'None of the places asked for has a tile.',
};

/** What online maps stand on. */
export interface OnlineOptions extends FetchOptions {
  readonly cache: TileCache;
  /** The whole address of a source; null where its key can't be read. */
  addressOf(source: OnlineMap): Promise<string | null>;
}

/** A kept tile, and how long it may be used. */
type Kept = { readonly body: Uint8Array; readonly policy: TilePolicy };

/**
 * A map whose tiles come from a server, through the cache by the rules of HTTP. After a fault the
 * server is left alone for a while; what the cache has is given meanwhile, after a restart too.
 */
export class OnlineSource {
  readonly #source: OnlineMap;
  readonly #options: OnlineOptions;
  readonly #onChange: () => void;
  readonly #pause: RetryPause;
  readonly #bad: BadTiles;
  readonly #turns = new Turns(atOnce);
  readonly #asked = new Map<string, Promise<Uint8Array | null>>();
  #lastPlace: TilePlace | null = null;
  /** Places without a tile; null once there was one with a tile. */
  #misses: number | null = 0;
  #shown: AppError | null = null;

  constructor(source: OnlineMap, options: OnlineOptions, onChange: () => void) {
    this.#source = source;
    this.#options = options;
    this.#onChange = onChange;
    this.#pause = new RetryPause(options.clock, () => {
      this.#askAgain();
    });
    this.#bad = new BadTiles(options.clock, onChange);
  }

  /** Readable at all times: what the cache has may be shown whatever the server says. */
  condition(): Condition {
    return { readable: true, fault: this.#pause.fault ?? this.#bad.fault };
  }

  /** @throws FleetdeskError with a reason; at once while the server is left alone */
  tile(place: TilePlace): Promise<Uint8Array | null> {
    const key = keyOf(place);
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const tile = this.#tile(place).finally(() => this.#asked.delete(key));
    this.#asked.set(key, tile);
    return tile;
  }

  /** Forgets what was wrong, and asks nothing more by itself. */
  rest(): void {
    this.#pause.end();
    this.#bad.clear();
    this.#lastPlace = null;
    this.#misses = 0;
    this.#shown = null;
  }

  end(): void {
    this.rest();
  }

  async #tile(place: TilePlace): Promise<Uint8Array | null> {
    const kept = await this.#kept(place);
    if (kept?.policy.isFresh === true) return contentOf(kept.body);
    if (kept?.policy.mayBeStaleMeanwhile === true && !this.#pause.isOn) {
      this.#fetch(place, kept).catch(() => undefined);
      return contentOf(kept.body);
    }
    try {
      return await this.#fetch(place, kept);
    } catch (fault) {
      if (kept?.policy.mayBeStale === true) return contentOf(kept.body);
      throw fault;
    }
  }

  async #kept(place: TilePlace): Promise<Kept | null> {
    const cached = await this.#options.cache.read(this.#source.id, place);
    const policy = cached && TilePolicy.read(cached.policy, this.#options.clock);
    return cached && policy && { body: cached.body, policy };
  }

  /** The pause is over: one tile shows whether all is well, even where nobody asks for any. */
  #askAgain(): void {
    const place = this.#lastPlace;
    if (place === null) return;
    this.#kept(place)
      .then((kept) => this.#fetch(place, kept))
      .catch(() => undefined);
  }

  #fetch(place: TilePlace, kept: Kept | null): Promise<Uint8Array | null> {
    return this.#turns.run(async () => {
      // A pause may have begun while this tile waited for its turn.
      this.#pause.throwIfOn();
      const bad = this.#bad.faultOf(keyOf(place));
      if (bad) throw new FleetdeskError(bad);
      this.#lastPlace = place;
      try {
        const body = await this.#ask(place, kept);
        this.#succeed(body !== null);
        return body;
      } catch (caught) {
        const error = FleetdeskError.from(caught);
        if (error.reason === 'internal') reportFault('a tile could not be fetched', caught);
        if (!this.#bad.take(keyOf(place), error)) this.#pause.start(error);
        throw new FleetdeskError(error, { cause: caught });
      } finally {
        this.#tellChange();
      }
    });
  }

  async #ask(place: TilePlace, kept: Kept | null): Promise<Uint8Array | null> {
    const { online, kind, id } = this.#source;
    const { cache, clock } = this.#options;
    const address = await this.#options.addressOf(this.#source);
    if (address === null) {
      throw mapError('keychain-unavailable', 'map-key', 'The key of the address is not there.');
    }
    const url = tileAddress({ ...online, kind, address }, place);
    const headers = kept ? kept.policy.headers() : {};
    const fetched = await fetchTile({ url, headers, isPrivate: online.isPrivate }, this.#options);
    if (fetched.kind === 'same' && kept) {
      const policy = kept.policy.renewed(fetched.answer);
      await cache.write(id, place, { body: kept.body, policy: policy.toText() });
      return contentOf(kept.body);
    }
    const policy = TilePolicy.of(fetched.answer, clock);
    const body = fetched.kind === 'tile' ? fetched.answer.body : new Uint8Array();
    if (policy.isStorable) await cache.write(id, place, { body, policy: policy.toText() });
    return contentOf(body);
  }

  /** Far from what a server covers there are no tiles; where there never was one, that is told. */
  #succeed(hasTile: boolean): void {
    this.#bad.endRow();
    if (hasTile) this.#misses = null;
    else if (this.#misses !== null) this.#misses += 1;
    if (this.#misses !== null && this.#misses >= doubtedAfter) this.#pause.tell(noTiles);
    else this.#pause.endIfOver();
  }

  #tellChange(): void {
    const { fault } = this.condition();
    const before = this.#shown;
    this.#shown = fault;
    if (before?.reason !== fault?.reason || before?.retryAt !== fault?.retryAt) this.#onChange();
  }
}

function keyOf({ z, x, y }: TilePlace): string {
  return `${z}/${x}/${y}`;
}

function contentOf(body: Uint8Array): Uint8Array | null {
  return body.length === 0 ? null : body;
}
