import type { Check, CheckTerms } from '../check';

/** Whether requests go through a proxy, and whether it lets them. */
export const checkProxy: Check = async (terms) => {
  const { question, isScriptBroken } = terms.proxy.state();
  if (question !== null) return ['failed', 'signIn', { host: question.host }];
  if (isScriptBroken) return ['failed', 'script'];
  if (terms.address?.isRead !== true) return ['not-checked', 'none'];
  const proxy = await proxyOf(terms);
  return proxy === null ? ['fine', 'direct'] : ['fine', 'used', { proxy }];
};

/** The proxy on the way to the service; null where there is none. */
export async function proxyOf({ probe, address }: CheckTerms): Promise<string | null> {
  if (address?.isRead !== true) return null;
  const [way = ''] = (await probe.proxyFor(address.base)).split(';');
  const [kind = '', place = ''] = way.trim().split(/\s+/);
  return kind === '' || kind.toUpperCase() === 'DIRECT' ? null : place;
}
