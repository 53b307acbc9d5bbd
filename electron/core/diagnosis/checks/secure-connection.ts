import { ProbeFailure } from '../../ports/system-probe';
import type { Check } from '../check';
import { proxyOf } from './proxy';

const DAY = 86_400_000;
/** Certificates are renewed weeks before they end: fewer days than this need somebody to look. */
const FEW_DAYS = 14;

/** Whether a secure connection (TLS) begins, and how long its certificate is good for. */
export const checkSecureConnection: Check = async (terms) => {
  const { address, probe, signal, clock } = terms;
  if (address?.isRead !== true) return ['not-checked', 'none'];
  if (!address.isSecure) return ['not-checked', 'plain'];
  if ((await proxyOf(terms)) !== null) return ['not-checked', 'proxied'];
  const { host, port } = address;
  try {
    const found = await probe.handshake(host, port, signal);
    const { protocol, issuer, endsAt } = found;
    const days = Math.floor((endsAt - clock.now()) / DAY);
    const values = { protocol, issuer, endsAt, days, host };
    if (days < 0) return ['failed', 'expired', values];
    if (!found.isForHost) return ['failed', 'otherHost', values];
    if (days < FEW_DAYS) return ['warning', 'ending', values];
    if (found.isOwn) return ['fine', 'ownAuthority', values];
    return found.isPublic ? ['fine', 'secure', values] : ['warning', 'ownIssuer', values];
  } catch (caught) {
    if (!(caught instanceof ProbeFailure)) throw caught;
    const finding = { 'host-unknown': 'unknown', refused: 'refused', timeout: 'timeout' } as const;
    const known = caught.kind === 'failed' ? 'failed' : finding[caught.kind];
    return ['failed', known, { host, port: String(port) }];
  }
};
