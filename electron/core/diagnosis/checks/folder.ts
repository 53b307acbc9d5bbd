import type { Check } from '../check';

/** Whether Fleetdesk can write to its own folder. */
export const checkFolder: Check = async ({ probe }) =>
  (await probe.canWrite()) ? ['fine', 'writable'] : ['failed', 'readOnly'];
