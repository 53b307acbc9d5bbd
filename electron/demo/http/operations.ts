/** The documented operations, with the method and path at which the demo answers them. */
export const OPERATIONS = {
  'authentication.logIn': ['POST', '/v2/auth/login'],
  'authentication.refresh': ['POST', '/v2/auth/refresh-token'],
  'users.list': ['GET', '/v2/users'],
  'users.get': ['GET', '/v2/users/:id'],
  'users.create': ['POST', '/v2/users'],
  'users.update': ['PATCH', '/v2/users/:id'],
  'users.delete': ['DELETE', '/v2/users/:id'],
  'users.setStatus': ['PATCH', '/v2/users/:id/status/:situation'],
  'roles.list': ['GET', '/v2/roles'],
  'roles.get': ['GET', '/v2/roles/:id'],
  'vehicles.list': ['GET', '/v2/vehicles'],
  'vehicles.get': ['GET', '/v2/vehicles/:id'],
  'vehicles.create': ['POST', '/v2/vehicles'],
  'vehicles.update': ['PATCH', '/v2/vehicles/:id'],
  'vehicles.delete': ['DELETE', '/v2/vehicles'],
  'deviceAssociations.list': ['GET', '/v2/vehicles/:vehicle_id/associations/devices'],
  'deviceAssociations.create': ['POST', '/v2/vehicles/associations/devices'],
  'deviceAssociations.update': [
    'PATCH',
    '/v2/vehicles/:vehicle_id/associations/devices/:association_id',
  ],
  'deviceAssociations.delete': ['DELETE', '/v2/vehicles/associations/devices'],
  'userAssociations.list': ['GET', '/v2/vehicles/:vehicle_id/associations/users'],
  'userAssociations.create': ['POST', '/v2/vehicles/associations/users'],
  'userAssociations.delete': ['DELETE', '/v2/vehicles/associations/users'],
  'tracking.get': ['GET', '/v2/vehicles/:id/tracking/:device_id'],
  'trajectories.list': ['GET', '/v2/vehicles/:id/trajectories/'],
  'trajectories.get': ['GET', '/v2/vehicles/:id/trajectories/by-keys'],
  'trajectories.data': ['GET', '/v2/vehicles/:id/trajectories/geom'],
  'devices.list': ['GET', '/v2/devices'],
  'devices.get': ['GET', '/v2/devices/:id'],
  'devices.create': ['POST', '/v2/devices'],
  'devices.update': ['PATCH', '/v2/devices/:id'],
  'devices.delete': ['DELETE', '/v2/devices'],
  'devices.setStatus': ['PATCH', '/v2/devices/:id/status/:situation'],
  'chips.list': ['GET', '/v2/chips'],
  'chips.get': ['GET', '/v2/chips/:id'],
  'chips.update': ['PATCH', '/v2/chips/:id'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string]>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** What the document does not describe: a deployment's own resource. */
export const SERVICE_ORDERS = {
  'serviceOrders.list': ['GET', '/v2/service-orders'],
  'serviceOrders.get': ['GET', '/v2/service-orders/:id'],
  'serviceOrders.create': ['POST', '/v2/service-orders'],
  'serviceOrders.update': ['PATCH', '/v2/service-orders/:id'],
  'serviceOrders.delete': ['DELETE', '/v2/service-orders/:id'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string]>;

export type ServiceOrderName = keyof typeof SERVICE_ORDERS;
const SERVICE_ORDER_NAMES = Object.keys(SERVICE_ORDERS) as ServiceOrderName[];

/** Everything that can be asked for: also what known deployments offer beside the document. */
export const ALL_NAMES = [...OPERATION_NAMES, 'enterprises.list', ...SERVICE_ORDER_NAMES] as const;
export type AnyName = (typeof ALL_NAMES)[number];

export function isKnownName(name: unknown): name is AnyName {
  return ALL_NAMES.some((known) => known === name);
}
