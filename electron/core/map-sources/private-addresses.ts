import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public internet. All else (this computer, private and local
 * networks, those reserved) is not, and neither is what can't be read as an address.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  const parsed = ipaddr.process(plain);
  const range = parsed.range();
  if (range === 'unicast') return true;
  // Networks without IPv4 reach its addresses through these; the last four bytes say which.
  if (range !== 'rfc6052') return false;
  const v4 = parsed.toByteArray().slice(-4);
  return ipaddr.fromByteArray(v4).range() === 'unicast';
}
