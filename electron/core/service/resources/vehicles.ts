import { enterprise, type WireResource } from './wire-resource';

/** Vehicles (public API, "Vehicles"). Their names differ between reading and writing. */
export const vehicles = {
  writtenAs: { typeName: 'type', brandName: 'brand', modelName: 'model' },
  relations: {
    typeId: {
      read: ['asset_vehicle_type', 'asset_vehicle_types'],
      write: 'asset_vehicle_type',
    },
    enterpriseId: enterprise,
  },
  operations: {
    list: { path: '/v2/vehicles' },
    get: { path: '/v2/vehicles/{id}' },
    create: { path: '/v2/vehicles' },
    update: { path: '/v2/vehicles/{id}' },
    delete: { path: '/v2/vehicles' },
    setStatus: { isOptional: true },
  },
  isPaged: true,
  isSearchable: true,
  // The vehicle and both sides of its associations.
  readsBeforeDelete: 3,
} as const satisfies WireResource;
