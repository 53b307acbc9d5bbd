import { isLoopbackHost } from '@contract/rules/map-address';
import type { Check } from '../check';

/** Whether the address of the service can be used. */
export const checkAddress: Check = ({ address }) => {
  if (address === null) return ['not-checked', 'none'];
  if (!address.isRead) return ['failed', 'bad'];
  const { host, isSecure } = address;
  if (isSecure) return ['fine', 'secure', { host }];
  return isLoopbackHost(host) ? ['fine', 'here', { host }] : ['warning', 'plain', { host }];
};
