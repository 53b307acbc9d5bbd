import { FleetdeskError } from '@contract/errors';
import { isOptional, type CallableName } from './operations';
import type { OperationProfile, Profile } from './profile';

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
