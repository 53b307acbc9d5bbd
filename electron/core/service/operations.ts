import type { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import type { CallableName, OperationName, OptionalOperationName } from './operation-names';
import { associationOperations } from './operations/associations';
import { authenticationOperations } from './operations/authentication';
import { chipOperations } from './operations/chips';
import { describedOperations } from './operations/described';
import { deviceOperations } from './operations/devices';
import type { Operation } from './operations/operation';
import { optionalOperations } from './operations/optional';
import { trackingOperations } from './operations/tracking';
import { userOperations } from './operations/users';
import { vehicleOperations } from './operations/vehicles';
import type { Profile } from './profile-schema';

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
type Described = Pick<Profile, 'resources' | 'name'>;

/**
 * The entry of an operation: of the catalogue, or one that the profile's resources describe.
 * @throws FleetdeskError `invalid-request`/`feature-absent` where there is none
 */
export function entryOf(name: CallableName, { resources, name: profile }: Described): Operation {
  const described = describedOperations(resources);
  const entry: Operation | undefined = Object.hasOwn(described, name)
    ? described[name]
    : Object.hasOwn(catalogue, name)
      ? catalogue[name]
      : undefined;
  if (entry !== undefined) return entry;
  throw new FleetdeskError({
    code: 'invalid-request',
    reason: 'feature-absent',
    message: `The service profile "${profile}" does not name the operation ${name}.`,
  });
}

/** What a caller passes in: path identifiers, query parameters and body in one object. */
export type OperationInput<O extends CallableName> = z.input<Catalogue[O]['input']>;

/** What an operation answers, decoded. */
export type OperationOutput<O extends CallableName> = ReturnType<Catalogue[O]['decode']>;
