import { FleetdeskError, type AppError } from '@contract/errors';

/**
 * What became of a call that failed. `unsent`: it certainly did not reach the service. `lost`: it
 * may have been carried out. `answered`: the service, or something in its name, replied.
 */
export type Fate = 'unsent' | 'lost' | 'answered';

/** A call that failed, with what a writer has to know before it sends anything again. */
export class CallFailure extends FleetdeskError {
  readonly fate: Fate;

  constructor(error: AppError, fate: Fate) {
    super(error);
    this.fate = fate;
  }
}

/**
 * Whether an answer "too many requests" proves that the service did nothing. A 429 does; a 503 may
 * come from a gateway in front of a service that did it.
 */
export function isLimitAlone({ code, status }: AppError): boolean {
  return code === 'rate-limited' && (status === undefined || status < 500);
}
