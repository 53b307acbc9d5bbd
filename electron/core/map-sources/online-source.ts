import { FleetdeskError, type AppError } from '@contract/errors';
import type { OnlineMap, TilePlace } from '@contract/map-sources';
import { tileAddress } from '@contract/rules/map-address';
import { cancelledError } from '../cancelled';
import { reportFault } from '../faults';
import type { TileCache } from '../ports/tile-cache';
import { BadTiles } from './bad-tiles';
import { mapError, type FetchOptions } from './ask-map-server';
import { fetchTile } from './fetch-tile';
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

/** By a person who works offline; what the cache has is shown. */
const leftAlone: AppError = {
  code: 'offline',
  reason: 'map-work-offline',
  message: 'Map servers are not asked while Fleetdesk works offline.',
};

/** What online maps need. */
export interface OnlineOptions extends FetchOptions {
  readonly cache: TileCache;
  /** Bytes that the cache may take now. */
  cacheLimit(): number;
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
  /** Counts the times that all work was stopped: what began before the last one is of no use. */
  #round = 0;

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
    const { isOn } = this.#options.workOffline;
    return { readable: true, fault: isOn ? leftAlone : (this.#pause.fault ?? this.#bad.fault) };
  }

  /** @throws FleetdeskError with a reason; at once while the server is left alone */
  tile(place: TilePlace): Promise<Uint8Array | null> {
    const key = keyOf(place);
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const tile = this.#tile(place, this.#round).finally(() => {
      if (this.#asked.get(key) === tile) this.#asked.delete(key);
    });
    this.#asked.set(key, tile);
    return tile;
  }

  /**
   * Forgets what was wrong, and asks nothing more until the next tile is asked for. Tiles that wait
   * for their turn are not fetched, and an answer that is on its way is not kept.
   */
  rest(): void {
    this.#round += 1;
    this.#asked.clear();
    this.#pause.end();
    this.#bad.clear();
    this.#lastPlace = null;
    this.#misses = 0;
    this.#shown = null;
  }

  end(): void {
    this.rest();
  }

  async #tile(place: TilePlace, round: number): Promise<Uint8Array | null> {
    const kept = await this.#kept(place);
    if (kept?.policy.isFresh === true) return contentOf(kept.body);
    const { isOn } = this.#options.workOffline;
    if (kept?.policy.mayBeStaleMeanwhile === true && !this.#pause.isOn && !isOn) {
      this.#fetch(place, kept, round).catch(() => undefined);
      return contentOf(kept.body);
    }
    try {
      return await this.#fetch(place, kept, round);
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
    const round = this.#round;
    this.#kept(place)
      .then((kept) => this.#fetch(place, kept, round))
      .catch(() => undefined);
  }

  #fetch(place: TilePlace, kept: Kept | null, round: number): Promise<Uint8Array | null> {
    return this.#turns.run(async () => {
      // While this tile waited for its turn, the map may have been hidden or a pause have begun.
      this.#requireRound(round);
      this.#pause.throwIfOn();
      const bad = this.#bad.faultOf(keyOf(place));
      if (bad) throw new FleetdeskError(bad);
      this.#lastPlace = place;
      try {
        const body = await this.#ask(place, kept, round);
        this.#requireRound(round);
        this.#succeed(body !== null);
        return body;
      } catch (caught) {
        this.#requireRound(round);
        const error = FleetdeskError.from(caught);
        if (error.reason === 'internal') reportFault('a tile could not be fetched', caught);
        const isHeld = error.reason === 'work-offline';
        if (!isHeld && !this.#bad.take(keyOf(place), error)) this.#pause.start(error);
        throw new FleetdeskError(error, { cause: caught });
      } finally {
        if (round === this.#round) this.#tellChange();
      }
    });
  }

  async #ask(place: TilePlace, kept: Kept | null, round: number): Promise<Uint8Array | null> {
    const { online, kind } = this.#source;
    const address = await this.#options.addressOf(this.#source);
    this.#requireRound(round);
    if (address === null) {
      throw mapError('keychain-unavailable', 'map-key', 'The key of the address is not there.');
    }
    const url = tileAddress({ ...online, kind, address }, place);
    const headers = kept ? kept.policy.headers() : {};
    const fetched = await fetchTile({ url, headers, isPrivate: online.isPrivate }, this.#options);
    this.#requireRound(round);
    if (fetched.kind === 'same' && kept) {
      await this.#keep(place, kept.body, kept.policy.renewed(fetched.answer));
      return contentOf(kept.body);
    }
    const policy = TilePolicy.of(fetched.answer, this.#options.clock);
    const body = fetched.kind === 'tile' ? fetched.answer.body : new Uint8Array();
    if (policy.isStorable) await this.#keep(place, body, policy);
    return contentOf(body);
  }

  #keep(place: TilePlace, body: Uint8Array, policy: TilePolicy): Promise<void> {
    const { cache, cacheLimit } = this.#options;
    return cache.write(this.#source.id, place, { body, policy: policy.toText() }, cacheLimit());
  }

  /** @throws FleetdeskError `cancelled` where the map was hidden or removed since */
  #requireRound(round: number): void {
    if (round !== this.#round) throw cancelledError();
  }

  /** Far from what a server covers there are no tiles; where there never was one, that is reported. */
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
