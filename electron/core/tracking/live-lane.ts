import { FleetdeskError, type AppError } from '@contract/errors';
import { TOGETHER } from '../budget/lane-turns';
import type { RestPace } from '../budget/rest-pace';
import type { Clock } from '../ports/clock';
import type { OperationOutput } from '../service/operations';
import type { Choice, Service } from '../service/service';
import { LaneGate } from './lane-gate';

/** What the live lane asks the service. */
export type LiveChoice = Extract<
  Choice,
  { operation: 'tracking.get' | 'deviceAssociations.list' | 'vehicles.get' }
>;

/** An answer to one of them. */
export type LiveOutput = OperationOutput<LiveChoice['operation']>;

/** What the live lane needs, and what it tells. Times are of the monotonic clock. */
export interface LiveLaneOptions {
  service: Service;
  clock: Clock;
  /** Requests a minute of the whole budget. */
  perMinute: () => number;
  /** What is left to the lane while nobody is at work; null while somebody is. */
  looksAtRest?: () => RestPace | null;
  /** One vehicle is on show for itself: who sees it move may sit there without a touch. */
  isOneWatched?: () => boolean;
  /** When there is a vehicle to ask about next; null while there is none. */
  dueAt: (now: number) => number | null;
  /** The vehicle to ask about, chosen at the moment its slot is there. */
  choose: (now: number) => { vehicleId: string; choice: LiveChoice } | null;
  onAnswer: (vehicleId: string, choice: LiveChoice, output: LiveOutput) => void;
  /** `isAnswer`: the service did answer, if only to refuse. */
  onFailure: (vehicleId: string, choice: LiveChoice, error: AppError, isAnswer: boolean) => void;
  /** The lane came to rest because the link is down, or goes on again. */
  onGate: (isClosed: boolean) => void;
}

/**
 * Requests that may wait for a slot or an answer at once: a slow service needs several, and as many
 * go together while nobody is at work.
 */
const PARALLEL = 8;
/** The part of a minute's requests that may go at once at the very start. */
const FIRST_BURST = 1 / 4;
/** What is not used of it in this time after the first request is not owed any more. */
const BURST_TIME = 10_000;

const CANCELLED: AppError = { code: 'cancelled', message: 'Live tracking was stopped.' };

/**
 * Sends what the schedule chooses, one slot of the budget after the other. Never faster than the
 * whole budget evenly spread: a burst would leave the other lanes without slots, and come back as
 * a burst each minute, since slots free in the rhythm in which they were used.
 *
 * While nobody is at work the requests of some seconds go together, so that the processor wakes for
 * all of them once.
 */
export class LiveLane {
  readonly #options: LiveLaneOptions;
  readonly #gate = new LaneGate();
  #stopping: AbortController | null = null;
  #cancelTimer: (() => void) | null = null;
  #inFlight = 0;
  #nextAt = 0;
  /** Requests that may still go together with the last one. */
  #together = 0;
  #credit = 0;
  #creditUntil = Infinity;

  constructor(options: LiveLaneOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#stopping !== null) return;
    this.#stopping = new AbortController();
    this.#credit = Math.floor(this.#options.perMinute() * FIRST_BURST);
    this.#creditUntil = Infinity;
    this.#gate.open();
    this.pump();
  }

  stop(): void {
    this.#stopping?.abort();
    this.#stopping = null;
    this.#cancelTimer?.();
  }

  /** The link is back, the session renewed or another look answered: no need to wait for a probe. */
  wake(): void {
    const wasClosed = this.#gate.isClosed;
    this.#gate.open();
    if (wasClosed) this.#options.onGate(false);
    this.pump();
  }

  /** Something may be due sooner than it was. */
  pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#sendDue();
    // What could not go with the others has a turn of its own, unless only their number kept it.
    if (this.#inFlight < PARALLEL) this.#together = 0;
  }

  #sendDue(): void {
    while (this.#stopping !== null && this.#inFlight < PARALLEL) {
      const now = this.#options.clock.monotonic();
      const due = this.#options.dueAt(now);
      if (due === null) return;
      if (now > this.#creditUntil) this.#credit = 0;
      const paced = this.#credit > 0 || this.#together > 0 ? now : this.#turnAt(now);
      const at = Math.max(due, paced, this.#gate.opensAt(now));
      if (at === Infinity) return;
      if (at > now) {
        this.#cancelTimer = this.#options.clock.after(at - now, () => this.pump());
        return;
      }
      this.#credit = Math.max(0, this.#credit - 1);
      this.#creditUntil = Math.min(this.#creditUntil, now + BURST_TIME);
      this.#takeTurn(now);
      void this.#send(this.#stopping.signal);
    }
  }

  /** A group waits a little until there are slots for all of it: once split, it would stay split. */
  #turnAt(now: number): number {
    const rest = now < this.#nextAt ? null : this.#rest();
    if (rest === null) return this.#nextAt;
    return Math.min(rest.whenFree(rest.together - 1), this.#nextAt + TOGETHER / 2);
  }

  #rest(): (RestPace & { together: number }) | null {
    const pace = this.#options.looksAtRest?.() ?? null;
    if (pace === null) return null;
    const ahead = this.#options.isOneWatched?.() === true ? TOGETHER / 2 : TOGETHER;
    const together = Math.round((pace.perMinute * ahead) / 60_000);
    return together > 1 ? { ...pace, together } : null;
  }

  #takeTurn(now: number): void {
    if (this.#together > 0) {
      this.#together -= 1;
      return;
    }
    const rest = this.#rest();
    const count = rest === null ? 1 : Math.max(1, Math.min(rest.together, rest.free));
    this.#together = count - 1;
    this.#nextAt = now + (count * 60_000) / (rest?.perMinute ?? this.#options.perMinute());
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { service, clock } = this.#options;
    let chosen: { vehicleId: string; choice: LiveChoice } | null = null;
    const choose = (): LiveChoice | null => {
      const now = clock.monotonic();
      if (signal.aborted || !this.#gate.enter(now)) return null;
      chosen = this.#options.choose(now);
      if (chosen === null) this.#gate.leave();
      return chosen?.choice ?? null;
    };
    this.#inFlight++;
    try {
      const answer = await service.callNext(choose, { lane: 'live', signal });
      signal.throwIfAborted();
      this.#settle(chosen, answer?.output ?? null);
    } catch (caught) {
      const { aborted } = signal;
      this.#fail(chosen, aborted ? CANCELLED : FleetdeskError.from(caught));
    } finally {
      this.#inFlight--;
      this.pump();
    }
  }

  #settle(
    chosen: { vehicleId: string; choice: LiveChoice } | null,
    output: LiveOutput | null,
  ): void {
    if (chosen === null || output === null) return;
    this.#open();
    this.#options.onAnswer(chosen.vehicleId, chosen.choice, output);
  }

  #fail(chosen: { vehicleId: string; choice: LiveChoice } | null, error: AppError): void {
    const isAnswer = ['not-found', 'forbidden', 'invalid-request'].includes(error.code);
    if (isAnswer) {
      this.#open();
    } else if (error.code !== 'cancelled') {
      const wasClosed = this.#gate.isClosed;
      this.#gate.fail(error, this.#options.clock.monotonic());
      if (!wasClosed && this.#gate.isClosed) this.#options.onGate(true);
    } else if (chosen !== null) {
      this.#gate.leave();
    }
    if (chosen !== null) {
      this.#options.onFailure(chosen.vehicleId, chosen.choice, error, isAnswer);
    }
  }

  #open(): void {
    const wasClosed = this.#gate.isClosed;
    this.#gate.open();
    if (wasClosed) this.#options.onGate(false);
  }
}
