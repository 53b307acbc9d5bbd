import type { z } from 'zod';
import type { CallableName, OperationName, OptionalOperationName } from './operation-names';
import { associationOperations } from './operations/associations';
import { authenticationOperations } from './operations/authentication';
import { chipOperations } from './operations/chips';
import { deviceOperations } from './operations/devices';
import type { Operation } from './operations/operation';
import { optionalOperations } from './operations/optional';
import { trackingOperations } from './operations/tracking';
import { userOperations } from './operations/users';
import { vehicleOperations } from './operations/vehicles';

export { operationNames, type CallableName, type OperationName } from './operation-names';

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

/** The documented operations and those that a profile can switch on. */
export const catalogue = {
  ...operations,
  ...(optionalOperations satisfies Record<OptionalOperationName, Operation>),
};

type Catalogue = typeof catalogue;

/** What a caller passes in: path identifiers, query parameters and body in one object. */
export type OperationInput<O extends CallableName> = z.input<Catalogue[O]['input']>;

/** What an operation answers, decoded. */
export type OperationOutput<O extends CallableName> = ReturnType<Catalogue[O]['decode']>;
