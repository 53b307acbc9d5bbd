import { verbs, type CapabilitiesState, type Verb } from '@contract/capabilities';

const readable: readonly Verb[] = ['list', 'read'];
const writable: readonly Verb[] = verbs.filter((verb) => verb !== 'activate');

/** What the documented service offers, as its built-in profile names it. */
export const fakeCapabilities: CapabilitiesState = {
  offered: {
    vehicles: [...writable],
    devices: [...verbs],
    chips: [...readable, 'update'],
    users: [...verbs],
    roles: [...readable],
    enterprises: ['list'],
    deviceAssociations: ['list', 'create', 'update', 'delete'],
    userAssociations: ['list', 'create', 'delete'],
    tracking: ['read'],
    trajectories: ['read'],
  },
  refused: [],
};
