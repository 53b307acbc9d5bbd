import type { z } from 'zod';
import type { VerbOfResource } from '@contract/capabilities';
import { FleetdeskError } from '@contract/errors';
import type { ResourceDescriptions } from '@contract/resources';
import { associationOperations } from './operations/associations';
import { authenticationOperations } from './operations/authentication';
import { describedOperations } from './operations/described';
import { builtInOperations } from './operations/of-resources';
import type { Operation } from './operations/operation';
import { optionalOperations } from './operations/optional';
import { trackingOperations } from './operations/tracking';

/** The documented operations and those that a profile can switch on, each one declarative entry. */
export const catalogue = {
  ...authenticationOperations,
  ...builtInOperations(),
  ...associationOperations,
  ...trackingOperations,
  ...optionalOperations,
};

type Catalogue = typeof catalogue;

/** The name of a documented or optional operation. */
export type CallableName = keyof Catalogue;

/**
 * The name of an operation that the document does not describe and that only some deployments
 * offer. It switches a feature on where a profile names it (service defaults, "Paths").
 */
export type OptionalOperationName = {
  [Name in CallableName]: Catalogue[Name] extends { isOptional: true } ? Name : never;
}[CallableName];

/** The name of a documented operation (public API, "Endpoints"). */
export type OperationName = Exclude<CallableName, OptionalOperationName>;

/** Every operation that a call can name; an optional one answers only where the profile names it. */
export const callableNames = Object.keys(catalogue) as CallableName[];

/** Whether only some deployments offer an operation. */
export function isOptional(name: CallableName): name is OptionalOperationName {
  // Those of resources that a profile describes are not among them.
  const entry: Operation | undefined = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
  return entry?.isOptional === true;
}

/** The 35 documented operations. */
export const operationNames = callableNames.filter(
  (name): name is OperationName => !isOptional(name),
);

/** The operations that only some deployments offer. */
export const optionalOperationNames = callableNames.filter(isOptional);

type Described = Readonly<{ resources: ResourceDescriptions; name: string }>;

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

/** What an operation does with which resource; null where nobody needs a permission for it. */
export function verbOf(name: CallableName, profile: Described): VerbOfResource | null {
  const { verb } = entryOf(name, profile);
  const [resource = ''] = name.split('.');
  return verb === undefined ? null : { resource, verb };
}

/** What a caller passes in: path identifiers, query parameters and body in one object. */
export type OperationInput<O extends CallableName> = z.input<Catalogue[O]['input']>;

/** What an operation answers, decoded. */
export type OperationOutput<O extends CallableName> = ReturnType<Catalogue[O]['decode']>;
