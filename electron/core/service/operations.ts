import type { z } from 'zod';
import type { OperationName } from './operation-names';
import { associationOperations } from './operations/associations';
import { authenticationOperations } from './operations/authentication';
import { chipOperations } from './operations/chips';
import { deviceOperations } from './operations/devices';
import type { Operation } from './operations/operation';
import { trackingOperations } from './operations/tracking';
import { userOperations } from './operations/users';
import { vehicleOperations } from './operations/vehicles';

export { operationNames, type OperationName } from './operation-names';

/** The catalogue: every documented operation, each one declarative entry. */
export const operations = {
  ...authenticationOperations,
  ...userOperations,
  ...vehicleOperations,
  ...associationOperations,
  ...trackingOperations,
  ...deviceOperations,
  ...chipOperations,
} satisfies Record<OperationName, Operation>;

type Catalogue = typeof operations;

/** What a caller passes in: path identifiers, query parameters and body in one object. */
export type OperationInput<O extends OperationName> = z.input<Catalogue[O]['input']>;

/** What an operation answers, decoded. */
export type OperationOutput<O extends OperationName> = ReturnType<Catalogue[O]['decode']>;
