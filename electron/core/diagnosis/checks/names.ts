import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../map-sources/private-addresses';
import { ProbeFailure } from '../../ports/system-probe';
import type { Check } from '../check';
import { proxyOf } from './proxy';

/** As many as fit into a sentence. */
const MOST = 4;

/** Whether the name of the service is known to this network (DNS), and where it leads. */
export const checkNames: Check = async (terms) => {
  const { address, probe, signal } = terms;
  if (address?.isRead !== true) return ['not-checked', 'none'];
  const { host } = address;
  if (ipaddr.isValid(host)) return ['fine', 'number', { host }];
  if ((await proxyOf(terms)) !== null) return ['not-checked', 'proxied'];
  try {
    const addresses = await probe.addressesOf(host, signal);
    const isPublic = addresses.every(isPublicAddress);
    const values = { host, addresses: addresses.slice(0, MOST).join(', ') };
    return ['fine', isPublic ? 'public' : 'private', values];
  } catch (caught) {
    if (!(caught instanceof ProbeFailure)) throw caught;
    return ['failed', caught.kind === 'timeout' ? 'timeout' : 'unknown', { host }];
  }
};
