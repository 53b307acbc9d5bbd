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
  actions: ['list', 'get', 'create', 'update', 'delete', 'setStatus'],
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
