import { FleetdeskError } from '@contract/errors';
import { areaHolds, type MapSourcesState, type MapSourceState } from '@contract/map-sources';
import type { Place } from '@contract/rules/longitudes';
import { bearingBetween, metersBetween } from '@contract/rules/sphere';
import type { Streets } from '@contract/streets';
import { IN_PLACE, type Where, type WhereAnswer, type WhereQuestion } from '@contract/where';
import { reportFault } from '../faults';
import type { MapSources } from '../map-sources/map-sources';
import { ofOneTile } from '../map-sources/open-source';
import { Turns } from '../map-sources/turns';
import type { GroundAnswer, NamedGround } from '../ports/named-ground';
import { HeldGround } from './held-ground';
import { nearestNamedAnywhere } from './nearest-place';
import { tilesAround, type NamingTile } from './tiles-around';

/** Points within so many degrees (some 11 m) have one answer, where no second street is near. */
const GRAIN = 1e-4;

/** Where another street is nearly as near, points have one answer within so much (some 1 m). */
const FINE_GRAIN = 1e-5;

/** Answers kept. */
const MOST_ANSWERS = 20_000;

/** Points that are looked up in one go: so few that their pieces of maps fit side by side. */
const AT_ONCE = 40;

/** Tiles read at once: the map that is being drawn reads from the same files. */
const READS_AT_ONCE = 2;

/** A map file, as the list of sources has it. */
type NamingMap = Extract<MapSourceState, { file: string }> & {
  content: { form: 'vector' };
};

/** What whereabouts need. */
export interface WhereaboutsOptions {
  sources: Pick<MapSources, 'state' | 'tile' | 'subscribe'>;
  ground: NamedGround;
  /** Streets of the demo fleet that is signed in to; null on any other connection. */
  streets(): Promise<Streets | null>;
  /** Names the service that is signed in to; null while nobody is. Other services, other streets. */
  service(): string | null;
}

/**
 * Where points are, in parts that a screen puts into words: street, district and town from the map
 * files that are shown or the demo's streets, else the nearest of the built-in places. Nothing is
 * asked of any network.
 */
export class Whereabouts {
  readonly #options: WhereaboutsOptions;
  readonly #held: HeldGround;
  readonly #release: () => void;
  readonly #answers = new Map<string, Where>();
  #signature = '';
  /** How often other maps came on show, or went. */
  #mapChanges = 0;
  #streets: { service: string | null; read: Promise<Streets | null> } | null = null;
  /** Streets of one service are another piece than those of the next. */
  #towns = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: WhereaboutsOptions) {
    this.#options = options;
    this.#held = new HeldGround(options.ground);
    this.#release = options.sources.subscribe((state) => {
      this.#follow(state);
    });
  }

  /** Where points are, in their order. Never rejects: what can't be read is left out. */
  where({ points, locale }: WhereQuestion): Promise<WhereAnswer> {
    // One question after another: pieces that one needs are not let go of for the next.
    const answer = this.#turn.then(() => this.#where(points, locale.slice(0, 2)));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  /** Lets go of all maps. */
  async close(): Promise<void> {
    this.#release();
    await this.#options.ground.close();
  }

  async #where(points: readonly Place[], language: string): Promise<WhereAnswer> {
    this.#follow(this.#options.sources.state());
    const hasStreets = await this.#readStreets();
    const places: Where[] = new Array<Where>(points.length);
    const open: { at: number; point: Place }[] = [];
    points.forEach((point, at) => {
      const known = this.#known(point, language);
      if (known) places[at] = known;
      else open.push({ at, point });
    });
    let isComplete = hasStreets;
    for (let from = 0; from < open.length; from += AT_ONCE) {
      const some = open.slice(from, from + AT_ONCE);
      const mapsAsked = this.#mapChanges;
      const found = await this.#look(
        some.map(({ point }) => point),
        language,
      );
      // Maps that changed meanwhile took pieces away: what was found may be of both, or of none.
      const isWhole = found.isComplete && mapsAsked === this.#mapChanges;
      isComplete &&= isWhole;
      some.forEach(({ at, point }, index) => {
        const { ground, source } = found.answers[index] ?? nothing;
        const where = inParts(point, ground, source);
        places[at] = where;
        if (hasStreets && isWhole) {
          this.#keep(point, language, where, ground.street?.isClear !== false);
        }
      });
    }
    return { places, isComplete };
  }

  /** Asks the maps; where they fail, what is known without them. */
  async #look(points: readonly Place[], language: string) {
    const maps = this.#maps();
    const streets = (await this.#streets?.read) ?? null;
    const town = streets && `streets ${this.#towns}`;
    const wanted = new Map<string, { map: NamingMap; tile: NamingTile }>();
    const questions = points.map((point) => {
      const ofMaps = maps
        .filter(({ bounds }) => areaHolds(bounds, point))
        .map((map) =>
          tilesAround(point, map).map((tile) => {
            const key = `${map.id} ${tile.z}/${tile.x}/${tile.y}`;
            wanted.set(key, { map, tile });
            return key;
          }),
        );
      const isInTown = town !== null && streets !== null && areaHolds(streets.bbox, point);
      // As they are drawn: files are above the demo's own streets.
      return { ...point, maps: [...ofMaps, ...(isInTown ? [[town]] : [])] };
    });
    let isComplete = true;
    const reads = [...wanted].map(
      ([key, { map, tile }]) =>
        () =>
          this.#held.hold(key, () => this.#readTile(map, tile)),
    );
    if (
      town !== null &&
      streets !== null &&
      questions.some(({ maps: of }) => of.flat().includes(town))
    ) {
      reads.push(() => this.#held.hold(town, () => Promise.resolve({ form: 'streets', streets })));
    }
    const turns = new Turns(READS_AT_ONCE);
    // One that fails keeps none of the others from being read.
    await Promise.all(reads.map((read) => turns.run(read).catch(() => (isComplete = false))));
    const asked = questions.filter(({ maps: of }) => of.length > 0);
    let told: GroundAnswer[] = [];
    if (asked.length > 0) {
      try {
        told = await this.#options.ground.locate(asked, language);
      } catch (fault) {
        reportFault('the names around vehicles could not be looked up', fault);
        isComplete = false;
        this.#held.clear();
      }
    }
    this.#held.shrink(new Set(questions.flatMap(({ maps: of }) => of.flat())));
    const answers = questions.map((question) => {
      const ground = told[asked.indexOf(question)] ?? nothing.ground;
      const source = question.maps.some((keys) => keys[0] !== town) ? 'map' : 'streets';
      return { ground, source } as const;
    });
    return { answers, isComplete };
  }

  async #readTile({ id, content }: NamingMap, { hasStreets, ...place }: NamingTile) {
    let bytes: Uint8Array | null;
    try {
      bytes = await this.#options.sources.tile(id, place);
    } catch (fault) {
      // A tile that is broken will be broken the next time: there is nothing to wait for.
      if (ofOneTile.has(FleetdeskError.from(fault).reason)) return null;
      throw fault;
    }
    if (bytes === null) return null;
    return { form: 'tile', bytes, schema: content.schema, place, hasStreets } as const;
  }

  /** Files of streets that are shown, the finest first, as the map draws them. */
  #maps(): NamingMap[] {
    return this.#options.sources
      .state()
      .sources.filter((source): source is NamingMap => {
        return 'file' in source && source.content.form === 'vector' && isUsed(source);
      })
      .sort((a, b) => b.maxZoom - a.maxZoom || b.id - a.id);
  }

  /** Other maps know other names. */
  #follow({ sources }: MapSourcesState): void {
    const used = sources.filter(isUsed).map(({ id, maxZoom, bounds }) => [id, maxZoom, bounds]);
    const signature = JSON.stringify(used);
    if (signature === this.#signature) return;
    this.#signature = signature;
    this.#mapChanges += 1;
    this.#answers.clear();
    this.#held.clear();
  }

  /** Reads the streets of the service that is signed in to now; answers whether they could be read. */
  async #readStreets(): Promise<boolean> {
    const service = this.#options.service();
    if (this.#streets?.service === service) return true;
    const read = service === null ? Promise.resolve(null) : this.#options.streets();
    this.#streets = { service, read };
    this.#towns += 1;
    this.#answers.clear();
    try {
      await read;
      return true;
    } catch (fault) {
      reportFault('the streets of the demo fleet could not be read for names', fault);
      // They are asked for again with the next question.
      this.#streets = null;
      return false;
    }
  }

  #known(point: Place, language: string): Where | undefined {
    return (
      this.#answers.get(keyOf(point, language, FINE_GRAIN)) ??
      this.#answers.get(keyOf(point, language, GRAIN))
    );
  }

  #keep(point: Place, language: string, where: Where, isClear: boolean): void {
    this.#answers.set(keyOf(point, language, isClear ? GRAIN : FINE_GRAIN), where);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST_ANSWERS) break;
      this.#answers.delete(oldest);
    }
  }
}

const nothing = {
  ground: { street: null, district: null, town: null },
  source: 'places',
} as const;

/** Puts together what the maps and the built-in places say. */
function inParts(point: Place, ground: GroundAnswer, source: Where['source']): Where {
  const { street, district } = ground;
  const isNothing = street === null && district === null && ground.town === null;
  return {
    street: street && { name: street.name, away: street.away },
    district,
    town: townOf(point, ground.town),
    source: isNothing ? 'places' : source,
  };
}

/** The town of the map that the point is in, or else the nearest place that anybody knows. */
function townOf(point: Place, ofMap: GroundAnswer['town']): Where['town'] {
  const built = ofMap?.isIn === true ? null : nearestNamedAnywhere(point);
  const isMapNearer = ofMap && metersBetween(ofMap, point) <= (built?.away ?? Infinity);
  const town = isMapNearer ? ofMap : built;
  if (town === null) return null;
  const away = Math.round(metersBetween(town, point));
  const bearing = bearingBetween(town.latitude, town.longitude, point.latitude, point.longitude);
  return { name: town.name, away, bearing, isIn: ofMap?.isIn === true || away < IN_PLACE };
}

function isUsed({ shown, readable }: MapSourceState): boolean {
  return shown && readable;
}

/** Both of a square around zero go to one: longitudes ±180 are the same line. */
function keyOf({ latitude, longitude }: Place, language: string, grain: number): string {
  return `${language} ${grain} ${Math.round(latitude / grain)} ${Math.round(longitude / grain)}`;
}
