import { FleetdeskError, type AppError, type FieldMessage } from '@contract/errors';
import { CallFailure, isLimitAlone } from '../../service/call-failure';
import type { CollectionName } from '@contract/collections';
import { fieldOfRelation } from '../../service/resources/codec';

/**
 * What a failed call means for the change that it carried.
 * `unsent`: it never reached the service. `limited`: too many requests, the service did nothing; a
 * 429 says so, a 503 does not, for it may come from a gateway before a service that did it.
 * `signedOut`: it did nothing for want of a valid session. `lost`: it may have been applied.
 * `refused`: the service read it and does not want it. `missing`: what it names does not exist.
 */
export type Outcome = 'unsent' | 'limited' | 'signedOut' | 'lost' | 'refused' | 'missing';

/** What a failed call means for the change that it carried. */
export function outcomeOf(caught: unknown): Outcome {
  // Whatever is not known to have been answered may have been applied.
  if (!(caught instanceof CallFailure)) return 'lost';
  if (caught.fate !== 'answered') return caught.fate;
  switch (caught.error.code) {
    case 'rate-limited':
      return isLimitAlone(caught.error) ? 'limited' : 'lost';
    case 'unauthenticated':
      return 'signedOut';
    case 'not-found':
      return 'missing';
    case 'invalid-request':
    case 'forbidden':
    case 'conflict':
      return 'refused';
    default:
      // A fault of the service, a time-out on its side, an answer that can't be read.
      return 'lost';
  }
}

/** What a failed read means for the change on whose behalf it was made. */
export type ReadOutcome = 'unreached' | 'refused' | 'failed';

/**
 * What a failed read means: the connection, a limit or the session; no; a fault. "Not found" for a
 * list is a fault, too: it says nothing of a record, and gateways answer it.
 */
export function readOutcomeOf(caught: unknown): ReadOutcome {
  const { code } = FleetdeskError.from(caught);
  switch (code) {
    case 'offline':
    case 'rate-limited':
    case 'unauthenticated':
    case 'cancelled':
      return 'unreached';
    case 'invalid-request':
    case 'forbidden':
      return 'refused';
    default:
      return 'failed';
  }
}

/** An error whose field messages carry the app's field names, so that a form can show them. */
export function withFieldNames(collection: CollectionName, error: AppError): AppError {
  if (error.fields === undefined) return error;
  return { ...error, fields: error.fields.map((field) => withFieldName(collection, field)) };
}

function withFieldName(collection: CollectionName, { path, message }: FieldMessage): FieldMessage {
  const inRecord = path.replace(/^(body\.)?data(\[\d+\])?\./, '').replace(/\.id$/, '');
  const [head = '', name, ...rest] = inRecord.split('.');
  if (name === undefined) return { path: fieldOfRelation(collection, head), message };
  if (head === 'attributes' && rest.length === 0) return { path: name, message };
  if (head === 'relationships') return { path: fieldOfRelation(collection, name), message };
  return { path: inRecord, message };
}
