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
    list: 'devices.list',
    get: 'devices.get',
    create: 'devices.create',
    update: 'devices.update',
    delete: 'devices.delete',
    setStatus: 'devices.setStatus',
  },
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
