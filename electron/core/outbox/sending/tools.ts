import type { AppError } from '@contract/errors';
import type { Clock } from '../../ports/clock';
import type { Service } from '../../service/service';
import type { Profile } from '../../service/profile';
import type { Pace } from './estimates';
import type { Journal } from '../entries/journal';
import type { KnownRefusals } from './known-refusals';
import type { ServiceRecords } from './service-records';
import type { Strays } from './strays';
import type { Waits } from './waits';

/** What those who send share. */
export interface Tools {
  readonly journal: Journal;
  readonly service: Service;
  readonly records: ServiceRecords;
  readonly clock: Clock;
  readonly waits: Waits;
  readonly strays: Strays;
  readonly refusals: KnownRefusals;
  readonly pace: Pace;
  readonly profile: Profile;
  /** Aborts once the outbox stops. */
  readonly signal: AbortSignal;
  /** What the last failure of an entry was, by its id. */
  readonly failures: Map<string, AppError>;
  /** Whether anything may be sent at all. */
  canGo(): boolean;
}

/** Attempts after which a person has to look at it. */
export const MOST_ATTEMPTS = 6;

/** How often an answer from before is asked for again; then it is taken as it is. */
export const PATIENCE = 3;
