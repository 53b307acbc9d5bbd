import type { AppError, ErrorCode } from '@contract/errors';
import type { Fleet } from '../fleet/fleet';
import type { Clock } from '../ports/clock';
import { FailedLooks } from './failed-looks';
import type { FirstRound } from './first-round';
import type { FreshnessScheduler } from './freshness-scheduler';
import type { LiveChoice, LiveOutput } from './live-lane';
import type { LiveVehicles } from './live-vehicles';
import { LookQuestions } from './look-questions';
import type { PaceMeter } from './pace-meter';
import type { ScheduledClaims } from './scheduled-claims';

/** What answers to looks change. */
export interface LookAnswersOptions {
  clock: Clock;
  fleet: Fleet;
  vehicles: LiveVehicles;
  scheduler: FreshnessScheduler;
  scheduled: ScheduledClaims;
  firstRound: FirstRound;
  meter: PaceMeter;
  /** A vehicle looks different. */
  onChange(vehicleId: string): void;
  /** Of a vehicle something is known for the first time. */
  onSeen(): void;
}

const LINK_ERRORS = new Set<ErrorCode>(['offline', 'unauthenticated', 'rate-limited', 'cancelled']);

/** What each look asks, and what its answer means for the vehicle and for its next turn. */
export class LookAnswers {
  readonly #options: LookAnswersOptions;
  readonly #failed = new FailedLooks();
  readonly #questions: LookQuestions;

  constructor(options: LookAnswersOptions) {
    this.#options = options;
    this.#questions = new LookQuestions(options.fleet);
  }

  /** What a look at a vehicle asks now. */
  next(vehicleId: string): LiveChoice {
    return this.#questions.next(vehicleId);
  }

  /** A look was answered. */
  take(vehicleId: string, choice: LiveChoice, output: LiveOutput): void {
    const { vehicles, scheduler, meter, clock } = this.#options;
    this.#failed.clear(vehicleId);
    if (vehicles.get(vehicleId) === null) return;
    meter.count(clock.monotonic(), 'fix' in output);
    if ('fix' in output) {
      vehicles.take(vehicleId, output);
      this.settle(vehicleId);
      return;
    }
    if (this.#questions.learn(vehicleId, choice, output)) this.settle(vehicleId);
    // With the device known, its position is what the next slot is for.
    scheduler.giveBack(vehicleId, clock.monotonic(), 0);
  }

  /** A look failed. @param isAnswer the service itself said so */
  takeFailure(vehicleId: string, choice: LiveChoice, error: AppError, isAnswer: boolean): void {
    const { vehicles, scheduler, clock } = this.#options;
    const now = clock.monotonic();
    if (isAnswer && error.code === 'not-found') {
      const next = this.#questions.miss(vehicleId, choice);
      if (next === 'ask-on') return scheduler.giveBack(vehicleId, now, 0);
      if (next === 'nothing') {
        vehicles.takeNothing(vehicleId, clock.now());
        return this.settle(vehicleId);
      }
    }
    if (error.code === 'forbidden') this.#takeRefusal(vehicleId, this.#failed.has(vehicleId));
    // What the whole link suffers from is not held against the vehicle that happened to be asked.
    if (LINK_ERRORS.has(error.code)) return scheduler.giveBack(vehicleId, now, 0);
    const { pause, isTurn } = this.#failed.add(vehicleId);
    if (isTurn) scheduler.looked(vehicleId, now, pause);
    else scheduler.giveBack(vehicleId, now, pause);
  }

  /** A vehicle was looked at: it goes to the end of its queue and its state to the windows. */
  settle(vehicleId: string): void {
    const { firstRound, scheduled, scheduler, clock, onChange, onSeen } = this.#options;
    if (firstRound.looked(vehicleId)) onSeen();
    scheduled.renew(vehicleId);
    scheduler.looked(vehicleId, clock.monotonic());
    onChange(vehicleId);
  }

  /** A vehicle is gone. */
  forget(vehicleId: string): void {
    this.#failed.clear(vehicleId);
    this.#questions.forget(vehicleId);
  }

  /** A position that may not be seen, sure the second time, is none that a map still lacks. */
  #takeRefusal(vehicleId: string, isSure: boolean): void {
    const { vehicles, firstRound, scheduled, onChange, onSeen } = this.#options;
    if (vehicles.refuse(vehicleId)) onChange(vehicleId);
    if (!isSure || !firstRound.looked(vehicleId)) return;
    onSeen();
    scheduled.renew(vehicleId);
  }
}
