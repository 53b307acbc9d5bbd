import type { Check } from '../check';

/** Whether the address of the service can be used. */
export const checkAddress: Check = ({ address }) => {
  if (address === null) return ['not-checked', 'none'];
  if (!address.isRead) return ['failed', 'bad'];
  const { host, isSecure } = address;
  return isSecure ? ['fine', 'secure', { host }] : ['warning', 'plain', { host }];
};
