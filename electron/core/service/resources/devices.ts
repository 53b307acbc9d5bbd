import { enterprise, type WireResource } from './wire-resource';

/** Devices (public API, "Devices"). */
export const devices = {
  relations: {
    typeId: { read: ['type', 'types'], write: 'type' },
    // Told when a chip is attached (public API, "Device"): its absence says that there is none.
    chipId: { read: ['chip', 'chips'], write: 'chip', isAbsenceTold: true },
    vehicleId: { read: ['vehicle', 'vehicles'], write: 'vehicle' },
    enterpriseId: enterprise,
  },
  operations: {
    list: { path: '/v2/devices' },
    get: { path: '/v2/devices/{id}' },
    create: { path: '/v2/devices' },
    update: { path: '/v2/devices/{id}' },
    delete: { path: '/v2/devices' },
    setStatus: { path: '/v2/devices/{id}/status/{situation}' },
  },
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
