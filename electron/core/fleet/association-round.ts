import { associationSides, type AssociationSide } from '@contract/associations';
import { FleetdeskError, type ErrorCode } from '@contract/errors';
import type { Clock } from '../ports/clock';
import type { Choice, Service } from '../service/service';
import type { AssociationLists } from './association-lists';
import { RestingLoop } from './resting-loop';

/** What the round of associations needs. */
export interface AssociationRoundOptions {
  service: Service;
  clock: Clock;
  lists: AssociationLists;
  /** All vehicles. */
  vehicles: () => ReadonlySet<string>;
  /** When each vehicle's associations of a side were listed, epoch milliseconds. */
  listedAt: (side: AssociationSide) => ReadonlyMap<string, number>;
  /** Whether live tracking is about to list the devices of a vehicle by itself. */
  isLeftToLive: (vehicleId: string) => boolean;
  /** Milliseconds from one list that nobody waits for to the next, at least. */
  spacing: () => number;
  /** Whether the slots serve somebody better elsewhere: then only what is asked for is listed. */
  givesWay: () => boolean;
}

type ListChoice = Extract<
  Choice,
  { operation: 'deviceAssociations.list' | 'userAssociations.list' }
>;

/** A vehicle and side to list next. */
interface Target {
  readonly side: AssociationSide;
  readonly vehicleId: string;
}

/** How long a list is not asked for, on the monotonic clock. */
interface Rest {
  readonly until: number;
  readonly times: number;
  /** The service refuses the list or does not have it. */
  readonly isWithheld: boolean;
}

const DAY = 24 * 60 * 60_000;
const LIST_AGAIN_AFTER = 7 * DAY;
const FIRST_RETRY = 5_000;
const LAST_RETRY = 5 * 60_000;
const REFUSED_FOR = 60 * 60_000;
/**
 * So many vehicles refused in a row are taken to mean that this user may not see that side of any,
 * as long as no list of it was ever told.
 */
const REFUSALS_OF_SIDE = 3;
/**
 * They may have been the wrong three: another vehicle is asked about after so long, and after twice
 * as long each time that it is refused too, up to `REFUSED_FOR`.
 */
const FIRST_CLOSED = 60_000;
const FIRST_REST = 60_000;
const LAST_REST = DAY;
const LOOK_AGAIN_AFTER = 10 * 60_000;
const GIVE_WAY_FOR = 10_000;
/** What all lists suffer from is not held against the one that happened to be asked for. */
const LINK_ERRORS = new Set<ErrorCode>(['offline', 'unauthenticated', 'rate-limited', 'cancelled']);

/**
 * Lists the associations of all vehicles in the background: those that somebody looks at first,
 * then those that never were, then those that are a week old. The service tells them per vehicle
 * only, so that this takes its time; a person can have one side completed before the other.
 */
export class AssociationRound {
  readonly #options: AssociationRoundOptions;
  readonly #loop: RestingLoop;
  readonly #soon = new Map<string, Target>();
  readonly #completing = new Set<AssociationSide>();
  /** Lists that failed by themselves: one that never works must not keep the others waiting. */
  readonly #resting = new Map<string, Rest>();
  /** On the monotonic clock: until then no list of a side is asked for. */
  readonly #closedUntil = new Map<AssociationSide, number>();
  /** How many lists of a side were refused in a row. */
  readonly #refusals = new Map<AssociationSide, number>();
  #wanted: () => Iterable<string> = () => [];
  #failures = 0;
  /** Nothing was left to list. */
  #isIdle = false;

  constructor(options: AssociationRoundOptions) {
    this.#options = options;
    this.#loop = new RestingLoop({
      clock: options.clock,
      turn: (signal) => this.#takeTurn(signal),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): void {
    this.#loop.stop();
  }

  /** The link is back. */
  wake(): void {
    if (this.#failures > 0) this.#loop.hurry();
    this.#failures = 0;
  }

  /** There may be more to list. */
  look(): void {
    if (this.#isIdle) this.#loop.hurry();
  }

  /** The vehicles that matter most to somebody now, in that order. */
  want(vehicleIds: () => Iterable<string>): void {
    this.#wanted = vehicleIds;
  }

  /** One side of a vehicle is to be listed before all others. */
  listSoon(side: AssociationSide, vehicleId: string): void {
    this.#soon.set(keyOf(side, vehicleId), { side, vehicleId });
    this.#resting.delete(keyOf(side, vehicleId));
    this.#loop.hurry();
  }

  /** One side of a vehicle could not be listed or kept: all others come before another try. */
  putOff(side: AssociationSide, vehicleId: string): void {
    this.#rest({ side, vehicleId }, FIRST_REST, false);
  }

  /** Whether the service refuses a list or does not have it, so that nobody should wait for it. */
  isWithheld(side: AssociationSide, vehicleId: string): boolean {
    if (this.#isSideRefused(side)) return true;
    const isOwn = this.#resting.get(keyOf(side, vehicleId))?.isWithheld === true;
    return isOwn && this.#isResting(side, vehicleId);
  }

  /** Whether a person waits for a side to be complete. */
  isCompleting(side: AssociationSide): boolean {
    return this.#completing.has(side);
  }

  /** A person wants a side complete, or no longer does; one that was closed is tried at once. */
  complete(side: AssociationSide, isWanted: boolean): void {
    if (isWanted) this.#completing.add(side);
    else this.#completing.delete(side);
    if (isWanted) this.#closedUntil.delete(side);
    this.#loop.hurry();
  }

  /** Lists what is next; answers when to go on. */
  async #takeTurn(signal: AbortSignal): Promise<number> {
    const { clock, givesWay, spacing } = this.#options;
    const begunAt = clock.monotonic();
    this.#isIdle = this.#next() === null;
    if (this.#isIdle) {
      // Somebody waits for what was asked for: it is tried again as soon as it may be.
      const asked = Array.from(this.#soon.keys(), (key) => this.#resting.get(key)?.until ?? 0);
      const ends = [...this.#closedUntil.values(), ...asked].filter((at) => at > begunAt);
      return Math.min(begunAt + (givesWay() ? GIVE_WAY_FOR : LOOK_AGAIN_AFTER), ...ends);
    }
    const pause = await this.#list(signal);
    if (pause > 0) return clock.monotonic() + pause;
    const isAwaited = this.#soon.size > 0 || this.#completing.size > 0;
    return isAwaited ? clock.monotonic() : begunAt + spacing();
  }

  /** Lists a page of what is next once there is a slot; answers the pause a failure asks for. */
  async #list(signal: AbortSignal): Promise<number> {
    const { service, lists } = this.#options;
    let target: Target | null = null;
    const choose = (): ListChoice | null => {
      target = this.#next();
      if (target === null) return null;
      const input = lists.next(target.side, target.vehicleId);
      if (target.side === 'users') return { operation: 'userAssociations.list', input };
      return { operation: 'deviceAssociations.list', input };
    };
    try {
      const answer = await service.callNext(choose, { lane: 'background', signal });
      this.#failures = 0;
      if (answer !== null) this.#take(answer);
      return 0;
    } catch (caught) {
      return signal.aborted ? 0 : this.#fail(target, caught);
    }
  }

  #take({ choice, output }: { choice: ListChoice; output: unknown }): void {
    const { lists } = this.#options;
    const side = choice.operation === 'userAssociations.list' ? 'users' : 'devices';
    const { input } = choice;
    // The decoder of this very operation made it.
    const isComplete = lists.take(side, input, output as Parameters<typeof lists.take>[2]);
    this.#refusals.delete(side);
    if (!isComplete) return;
    this.#soon.delete(keyOf(side, input.vehicleId));
    this.#resting.delete(keyOf(side, input.vehicleId));
  }

  #fail(target: Target | null, caught: unknown): number {
    const { code } = FleetdeskError.from(caught);
    if (target !== null && code === 'not-found') {
      // A gateway answers this, too: it is believed once a later question is answered the same.
      this.#soon.delete(keyOf(target.side, target.vehicleId));
      const isAgain = this.#resting.has(keyOf(target.side, target.vehicleId));
      this.#rest(target, isAgain ? REFUSED_FOR / 2 : FIRST_REST, isAgain);
      return 0;
    }
    if (target !== null && code === 'forbidden') {
      this.#refuse(target);
      return 0;
    }
    if (target !== null && !LINK_ERRORS.has(code)) this.putOff(target.side, target.vehicleId);
    const pause = Math.min(FIRST_RETRY * 2 ** this.#failures, LAST_RETRY);
    this.#failures += 1;
    return pause;
  }

  /** This user may not see the list: of this vehicle alone, or perhaps of that side of any. */
  #refuse(target: Target): void {
    const { side, vehicleId } = target;
    const refusals = (this.#refusals.get(side) ?? 0) + 1;
    this.#refusals.set(side, refusals);
    this.#soon.delete(keyOf(side, vehicleId));
    // Once the side is tried again, others come before those that were refused last.
    this.#rest(target, 2 * REFUSED_FOR, true);
    if (refusals < REFUSALS_OF_SIDE) return;
    const pause = Math.min(FIRST_CLOSED * 2 ** (refusals - REFUSALS_OF_SIDE), REFUSED_FOR);
    this.#closedUntil.set(side, this.#options.clock.monotonic() + pause);
  }

  /** A list is not asked for again before a pause that grows with every time. */
  #rest({ side, vehicleId }: Target, first: number, isWithheld: boolean): void {
    const times = (this.#resting.get(keyOf(side, vehicleId))?.times ?? 0) + 1;
    const pause = Math.min(first * 2 ** (times - 1), LAST_REST);
    const until = this.#options.clock.monotonic() + pause;
    this.#resting.set(keyOf(side, vehicleId), { until, times, isWithheld });
  }

  #next(): Target | null {
    for (const target of this.#soon.values()) {
      const { side, vehicleId } = target;
      if (!this.#isClosed(side) && !this.#isResting(side, vehicleId)) return target;
    }
    for (const side of this.#completing) {
      const missing = this.#isClosed(side) ? null : this.#missing([side], true);
      if (missing !== null) return missing;
      this.#completing.delete(side);
    }
    if (this.#options.givesWay()) return null;
    const sides = associationSides.filter((side) => !this.#isClosed(side));
    return this.#missing(sides, false) ?? this.#oldest(sides);
  }

  /** The first vehicle of which a side was never listed, those that somebody looks at first. */
  #missing(sides: readonly AssociationSide[], isCompleting: boolean): Target | null {
    const { vehicles, listedAt, isLeftToLive } = this.#options;
    const known = vehicles();
    const isMissing = (vehicleId: string): Target | null => {
      const side = sides.find((one) => {
        if (listedAt(one).has(vehicleId) || this.#isResting(one, vehicleId)) return false;
        return one === 'users' || isCompleting || !isLeftToLive(vehicleId);
      });
      return side === undefined ? null : { side, vehicleId };
    };
    const firstOf = (vehicleIds: Iterable<string>): Target | null => {
      for (const vehicleId of vehicleIds) {
        const missing = known.has(vehicleId) ? isMissing(vehicleId) : null;
        if (missing !== null) return missing;
      }
      return null;
    };
    // Mostly none is missing, and a whole fleet need not be gone through twice for that.
    const first = firstOf(known);
    return first && (firstOf(this.#wanted()) ?? first);
  }

  /** The list that is the oldest of those that are a week old. */
  #oldest(sides: readonly AssociationSide[]): Target | null {
    const { vehicles, listedAt, clock } = this.#options;
    const now = clock.now();
    let oldest: { target: Target; age: number } | null = null;
    for (const vehicleId of vehicles()) {
      for (const side of sides) {
        const told = now - (listedAt(side).get(vehicleId) ?? now);
        // A list of a day to come was dated by a clock that was wrong: nobody knows its age.
        const age = told < -DAY ? Infinity : told;
        if (age < LIST_AGAIN_AFTER || (oldest !== null && age <= oldest.age)) continue;
        if (this.#isResting(side, vehicleId)) continue;
        oldest = { target: { side, vehicleId }, age };
      }
    }
    return oldest?.target ?? null;
  }

  #isResting(side: AssociationSide, vehicleId: string): boolean {
    if (this.#resting.size === 0) return false;
    const until = this.#resting.get(keyOf(side, vehicleId))?.until ?? -Infinity;
    return this.#options.clock.monotonic() < until;
  }

  /**
   * Whether this user is taken not to see any list of a side, also while one is tried again. A side
   * of which a list is known can be read: vehicles that are refused rest by themselves.
   */
  #isSideRefused(side: AssociationSide): boolean {
    if (this.#options.listedAt(side).size > 0) return false;
    return (this.#refusals.get(side) ?? 0) >= REFUSALS_OF_SIDE;
  }

  /** Whether no list of a side is asked for now. */
  #isClosed(side: AssociationSide): boolean {
    const until = this.#closedUntil.get(side) ?? -Infinity;
    return this.#isSideRefused(side) && this.#options.clock.monotonic() < until;
  }
}

function keyOf(side: AssociationSide, vehicleId: string): string {
  return `${side} ${vehicleId}`;
}
