import { FleetdeskError } from '@contract/errors';
import {
  optionalOperationNames,
  type CallableName,
  type OptionalOperationName,
} from './operation-names';
import type { OperationProfile, Profile } from './profile';

/** What a deployment may offer beyond the document, and the operation that each needs. */
const neededBy = {
  /** One request for the positions of many vehicles. */
  bulkTracking: 'tracking.listAll',
  enterprises: 'enterprises.list',
  serviceOrders: 'serviceOrders.list',
  webhooks: 'webhooks.list',
  webhookCreation: 'webhooks.create',
  webhookDeletion: 'webhooks.delete',
  chipCreation: 'chips.create',
  chipDeletion: 'chips.delete',
  vehicleActivation: 'vehicles.setStatus',
} as const satisfies Record<string, OptionalOperationName>;

/** A feature that only some deployments offer. */
export type Feature = keyof typeof neededBy;

const isOptional = (name: CallableName): name is OptionalOperationName =>
  optionalOperationNames.some((optional) => optional === name);

/** Which features a profile switches on, by naming the operation that they need. */
export function features(profile: Profile): Readonly<Record<Feature, boolean>> {
  const entries = Object.entries(neededBy).map(([feature, operation]) => [
    feature,
    profile.optionalOperations[operation] !== undefined,
  ]);
  return Object.fromEntries(entries) as Record<Feature, boolean>;
}

/** Whether a profile names an operation; the documented ones are always named. */
export function isInProfile(name: CallableName, profile: Profile): boolean {
  return findForm(name, profile) !== undefined;
}

/**
 * Method, path and form of an operation.
 * @throws FleetdeskError `invalid-request`/`feature-absent` for an optional operation that the
 * profile does not name
 */
export function formOf(name: CallableName, profile: Profile): OperationProfile {
  const form = findForm(name, profile);
  if (form) return form;
  throw new FleetdeskError({
    code: 'invalid-request',
    reason: 'feature-absent',
    message: `The service profile "${profile.name}" does not name the operation ${name}.`,
  });
}

function findForm(name: CallableName, profile: Profile): OperationProfile | undefined {
  const [resource = '', action = ''] = name.split('.');
  const described = Object.hasOwn(profile.resources, resource)
    ? profile.resources[resource]
    : undefined;
  if (described !== undefined) {
    const { operations } = described;
    return Object.hasOwn(operations, action)
      ? operations[action as keyof typeof operations]
      : undefined;
  }
  if (isOptional(name)) return profile.optionalOperations[name];
  return Object.hasOwn(profile.operations, name) ? profile.operations[name] : undefined;
}
