/** The 35 documented operations, by the names Fleetdesk gives them (public API, "Endpoints"). */
export const operationNames = [
  'authentication.logIn',
  'authentication.refresh',
  'users.list',
  'users.get',
  'users.create',
  'users.update',
  'users.delete',
  'users.setStatus',
  'roles.list',
  'roles.get',
  'vehicles.list',
  'vehicles.get',
  'vehicles.create',
  'vehicles.update',
  'vehicles.delete',
  'deviceAssociations.list',
  'deviceAssociations.create',
  'deviceAssociations.update',
  'deviceAssociations.delete',
  'userAssociations.list',
  'userAssociations.create',
  'userAssociations.delete',
  'tracking.get',
  'trajectories.list',
  'trajectories.get',
  'trajectories.data',
  'devices.list',
  'devices.get',
  'devices.create',
  'devices.update',
  'devices.delete',
  'devices.setStatus',
  'chips.list',
  'chips.get',
  'chips.update',
] as const;

/** The name of a documented operation. */
export type OperationName = (typeof operationNames)[number];

/**
 * Operations that the document does not describe and that some deployments offer. They switch
 * features on where a profile names their path (service defaults, "Paths").
 */
export const optionalOperationNames = [
  'tracking.listAll',
  'enterprises.list',
  'serviceOrders.list',
  'webhooks.list',
  'webhooks.create',
  'webhooks.delete',
  'chips.create',
  'chips.delete',
  'vehicles.setStatus',
] as const;

/** The name of an operation that only some deployments offer. */
export type OptionalOperationName = (typeof optionalOperationNames)[number];

/** Every operation that a call can name; an optional one answers only where the profile names it. */
export const callableNames = [...operationNames, ...optionalOperationNames] as const;

/** The name of a documented or optional operation. */
export type CallableName = OperationName | OptionalOperationName;
