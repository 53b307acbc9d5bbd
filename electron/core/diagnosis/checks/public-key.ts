import { FleetdeskError } from '@contract/errors';
import type { Check } from '../check';

/** Whether the service answers and takes the public key. It costs a request, or two. */
export const checkPublicKey: Check = async ({ testKey, signal }) => {
  try {
    const report = await testKey(signal);
    if (report === null) return ['not-checked', 'signedOut'];
    if (report.isRedirect) return ['warning', 'redirect'];
    return ['fine', 'accepted', { ms: report.latencyMs }];
  } catch (caught) {
    if (!(caught instanceof FleetdeskError) || caught.error.code === 'cancelled') throw caught;
    const { reason } = caught.error;
    if (reason === 'public-key-needed') return ['failed', 'needed'];
    if (reason === 'public-key-refused') return ['failed', 'refused'];
    return ['failed', 'unanswered', {}, [{ error: caught.error }]];
  }
};
