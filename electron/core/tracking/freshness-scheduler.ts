import { IndexedHeap } from './indexed-heap';
import { demandAt, levelFor, periodAt, vehiclesOf, type Terms } from './settled-pace';
import { TermTally, type TermCell } from './term-tally';

/** Limits of a schedule; every time is in milliseconds of the monotonic clock. */
export interface SchedulerOptions {
  /** No vehicle should stay unlooked at for longer, where the budget can hold that. */
  cap: number;
  /** The cap is held while equal turns at its pace take no more than this part of all looks. */
  capShare?: number;
  /** The age a vehicle is given when it comes in, so that weights tell at once. */
  firstAge: number;
}

/** How much a vehicle matters and how often asking makes sense. */
export interface Claim {
  /** Above 0; the share of looks grows with its square root. */
  weight: number;
  /** A vehicle is not asked again before this time has passed. */
  interval: number;
  /** Vehicles that can be made to matter more or less together; see `scale`. */
  group?: string;
  /** Whether `shownPeriod` is about it. */
  isShown?: boolean;
}

/** Vehicles of one group and one weight that may be asked, longest unlooked at first. */
interface WeightClass {
  group: string;
  root: number;
  ready: IndexedHeap;
  /** When one of them was taken last; at first, when the first of them came in. */
  turnAt: number;
}

/** A claim, and where it is counted. */
interface Counted {
  weight: number;
  interval: number;
  group: string;
  /** Those it waits its turn with. */
  alike: WeightClass;
  cell: TermCell;
  /** The same among those that are shown. */
  shownCell: TermCell | null;
}

interface Entry extends Counted {
  order: number;
  lookedAt: number;
  /** Never looked at: no interval holds it back. */
  isNew: boolean;
  /** Earliest moment of the next look after a failed one. */
  retryAt: number;
  place: 'ready' | 'waiting' | 'taken';
}

/** Part of the cap that periods aim at, since single looks fall a slot early or late. */
const CAP_MARGIN = 0.92;

/**
 * Decides which vehicle the next slot of the live lane looks at: the largest √weight × age since
 * it was looked at, among those that may be asked again. Looking at each vehicle with a period in
 * proportion to 1/√weight is what makes the weighted age smallest, at (Σ√w)²/2R for R looks a
 * second, and the greedy choice keeps close to it without planning ahead.
 *
 * Vehicles of equal weight share one heap, so a choice costs the number of different weights plus
 * log n, and a whole group changes weight at once. Equal schedules make equal choices: nothing
 * here is random.
 */
export class FreshnessScheduler {
  readonly #cap: number;
  readonly #capShare: number;
  readonly #firstAge: number;
  readonly #entries = new Map<string, Entry>();
  /** By group and √weight; there are few, so that one that is empty stays. */
  readonly #classes = new Map<string, Map<number, WeightClass>>();
  /** Factor of √weight, by group. */
  readonly #factors = new Map<string, number>();
  readonly #tally = new TermTally();
  readonly #shownTally = new TermTally();
  #readyCount = 0;
  /** Vehicles that may not be asked yet, by the moment from which they may. */
  readonly #waiting = new IndexedHeap();
  #orders = 0;
  /** The least √weight that still is looked at within the cap. */
  #rootFloor = 0;

  constructor(options: SchedulerOptions) {
    this.#cap = options.cap;
    this.#capShare = options.capShare ?? 1;
    this.#firstAge = options.firstAge;
  }

  /** How many vehicles are scheduled. */
  get size(): number {
    return this.#entries.size;
  }

  /** Takes a vehicle in. */
  add(id: string, claim: Claim, now: number): void {
    if (this.#entries.has(id)) return;
    const entry: Entry = {
      ...this.#count(claim, now),
      order: this.#orders++,
      lookedAt: now - this.#firstAge,
      isNew: true,
      retryAt: now,
      place: 'ready',
    };
    this.#entries.set(id, entry);
    this.#putReady(id, entry);
  }

  /** Lets a vehicle go, also one that is being looked at. */
  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#lift(id, entry);
    this.#uncount(entry);
    this.#entries.delete(id);
  }

  /** A vehicle matters more or less than before, or may be asked sooner or later. */
  claim(id: string, claim: Claim, now: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const isSame = entry.weight === claim.weight && entry.interval === claim.interval;
    const isSeenAlike = (entry.shownCell !== null) === (claim.isShown ?? false);
    if (isSame && isSeenAlike && entry.group === (claim.group ?? '')) return;
    const wasTaken = entry.place === 'taken';
    this.#lift(id, entry);
    this.#uncount(entry);
    const counted = this.#count(claim, now);
    entry.weight = counted.weight;
    entry.interval = counted.interval;
    entry.group = counted.group;
    entry.alike = counted.alike;
    entry.cell = counted.cell;
    entry.shownCell = counted.shownCell;
    if (!wasTaken) this.#put(id, entry, now);
  }

  /** All vehicles of a group are looked at `factor` times as often as their weights say. */
  scale(group: string, factor: number): void {
    this.#factors.set(group, factor);
  }

  /** The vehicle to look at now, which stays out until `looked` or `giveBack`; null for none. */
  take(now: number): string | null {
    this.#promote(now);
    let id: string | null = null;
    let best = -Infinity;
    let order = Infinity;
    for (const roots of this.#classes.values()) {
      for (const alike of roots.values()) {
        const first = alike.ready.peek();
        if (first === null) continue;
        const root = Math.max(alike.root * this.#factorOf(alike.group), this.#rootFloor);
        const score = root * this.#ageOf(first, alike, now);
        if (score < best || (score === best && first.order > order)) continue;
        id = first.id;
        best = score;
        order = first.order;
      }
    }
    if (id === null || !this.hold(id)) return null;
    const alike = this.#entries.get(id)?.alike;
    if (alike !== undefined) alike.turnAt = now;
    return id;
  }

  /** Takes one vehicle out of turn, as `take` would; false where it is out already. */
  hold(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.place === 'taken') return false;
    this.#lift(id, entry);
    return true;
  }

  /** A vehicle that was taken had its turn; it is not asked again before `pause` is over. */
  looked(id: string, now: number, pause = 0): void {
    const entry = this.#entries.get(id);
    if (entry?.place !== 'taken') return;
    entry.lookedAt = now;
    entry.isNew = false;
    entry.retryAt = now + pause;
    this.#put(id, entry, now);
  }

  /** A vehicle that was taken got no answer: it keeps its age and rests for `pause`. */
  giveBack(id: string, now: number, pause: number): void {
    const entry = this.#entries.get(id);
    if (entry?.place !== 'taken') return;
    entry.retryAt = now + pause;
    this.#put(id, entry, now);
  }

  /** When `take` finds a vehicle next: `now` or later; null while there is none to wait for. */
  nextAt(now: number): number | null {
    if (this.#readyCount > 0) return now;
    const first = this.#waiting.peek();
    return first === null ? null : Math.max(now, first.key);
  }

  /**
   * Fits the cap to what the lane gets: vehicles of little weight are raised just as far as the
   * cap needs. Where that took more than its part of the looks, it is let go.
   * @param rate looks per millisecond
   */
  plan(rate: number): void {
    const terms = this.#tally.terms((group) => this.#factorOf(group));
    const cap = this.#capFor(rate, terms);
    this.#rootFloor = cap === Infinity ? 0 : levelFor(rate, terms, cap) / cap;
  }

  /**
   * Whether every vehicle is looked at once a cap at least, with the schedule planned at that rate
   * and settled; by enforcing the cap, or because the weights alone bring them round in time.
   * @param rate looks per millisecond
   * @param termsOfFleet as which the vehicles count
   */
  holdsCap(rate: number, termsOfFleet: () => Terms): boolean {
    // Even equal turns would take longer, which is all there is to know of a very large fleet.
    if (this.#entries.size > rate * this.#cap) return false;
    const terms = termsOfFleet();
    const cap = this.#capFor(rate, terms);
    const level = levelFor(rate, terms, cap);
    return terms.roots.every((_, index) => periodAt(level, terms, index, cap) <= this.#cap);
  }

  /**
   * Milliseconds in which the vehicles that are shown all come round once the schedule, as last
   * planned, has settled; null where there are none.
   * @param rate looks per millisecond, which may have changed since the plan
   */
  shownPeriod(rate: number): number | null {
    const factorOf = (group: string): number => this.#factorOf(group);
    const shown = this.#shownTally.terms(factorOf, this.#rootFloor);
    const vehicles = vehiclesOf(shown);
    if (vehicles === 0) return null;
    const level = levelFor(rate, this.#tally.terms(factorOf, this.#rootFloor), Infinity);
    return vehicles / demandAt(level, shown, Infinity);
  }

  /**
   * Looks a millisecond that vehicles with such claims take, once the schedule has settled.
   * @param rate looks per millisecond
   */
  looksOf(claims: readonly Claim[], rate: number): number {
    const factorOf = (group: string): number => this.#factorOf(group);
    const level = levelFor(rate, this.#tally.terms(factorOf, this.#rootFloor), Infinity);
    return claims.reduce((sum, { weight, interval, group = '' }) => {
      const root = Math.max(Math.sqrt(weight) * factorOf(group), this.#rootFloor);
      return sum + 1 / Math.max(level / root, interval, 1);
    }, 0);
  }

  /** The longest period to aim at; `Infinity` where the cap would take more than its part. */
  #capFor(rate: number, terms: Terms): number {
    const cap = this.#cap * CAP_MARGIN;
    return demandAt(Infinity, terms, cap) <= rate * this.#capShare ? cap : Infinity;
  }

  #count(claim: Claim, now: number): Counted {
    const { weight, interval, group = '', isShown = false } = claim;
    const root = Math.sqrt(weight);
    const term = { group, root, interval };
    const cell = this.#tally.add(term);
    const shownCell = isShown ? this.#shownTally.add(term) : null;
    return { weight, interval, group, alike: this.#classOf(group, root, now), cell, shownCell };
  }

  #uncount({ cell, shownCell }: Entry): void {
    this.#tally.remove(cell);
    if (shownCell !== null) this.#shownTally.remove(shownCell);
  }

  /**
   * The age by which the first of its like has its turn. Those never looked at came in together:
   * by age alone they would wait together, for minutes in a large fleet, and then be due together.
   * They come in turns as if they had been looked at evenly all the time.
   */
  #ageOf({ id, key }: { id: string; key: number }, alike: WeightClass, now: number): number {
    const age = now - key;
    if (this.#entries.get(id)?.isNew !== true) return age;
    return Math.max(age, alike.ready.size * (now - alike.turnAt));
  }

  #promote(now: number): void {
    for (;;) {
      const first = this.#waiting.peek();
      if (first === null || first.key > now) return;
      const entry = this.#entries.get(first.id);
      this.#waiting.remove(first.id);
      if (entry !== undefined) this.#putReady(first.id, entry);
    }
  }

  #put(id: string, entry: Entry, now: number): void {
    const due = entry.isNew ? now : entry.lookedAt + entry.interval;
    const notBefore = Math.max(due, entry.retryAt);
    if (notBefore <= now) {
      this.#putReady(id, entry);
    } else {
      entry.place = 'waiting';
      this.#waiting.add(id, notBefore, entry.order);
    }
  }

  #putReady(id: string, entry: Entry): void {
    entry.place = 'ready';
    entry.alike.ready.add(id, entry.lookedAt, entry.order);
    this.#readyCount += 1;
  }

  #lift(id: string, entry: Entry): void {
    if (entry.place === 'waiting') this.#waiting.remove(id);
    if (entry.place === 'ready') {
      entry.alike.ready.remove(id);
      this.#readyCount -= 1;
    }
    entry.place = 'taken';
  }

  #classOf(group: string, root: number, now: number): WeightClass {
    let roots = this.#classes.get(group);
    if (roots === undefined) this.#classes.set(group, (roots = new Map()));
    let alike = roots.get(root);
    if (alike === undefined)
      roots.set(root, (alike = { group, root, ready: new IndexedHeap(), turnAt: now }));
    return alike;
  }

  #factorOf(group: string): number {
    return this.#factors.get(group) ?? 1;
  }
}
