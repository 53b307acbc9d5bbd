import type { AssociationSide } from '@contract/associations';

/** The resource of the service that puts devices or people on vehicles. */
export const resourceOfSide = {
  devices: 'deviceAssociations',
  users: 'userAssociations',
} as const satisfies Record<AssociationSide, string>;
