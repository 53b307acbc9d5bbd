/*
 * Under the policy of these pages, text becomes markup or a worker's address only through a policy
 * that the page itself has made. Vue brings its own; Leaflet and our workers get the one below.
 * It must exist before they are loaded, so both documents import it first.
 */

/** All the markup that Leaflet sets: its tests of the browser. */
const LEAFLETS = ['<svg/>', '<v:shape adj="1"/>'];

/** The text where no markup is in it but Leaflet's own; null, which fails, for any other. */
export function allowMarkup(text: string): string | null {
  const rest = LEAFLETS.reduce((left, known) => left.replaceAll(known, ''), text);
  return rest.includes('<') ? null : text;
}

/** The address of a worker where it is one of this page's own; null, which fails, for any other. */
export function allowWorker(address: string, page: string): string | null {
  const { protocol, host } = new URL(page);
  const worker = new URL(address, page);
  return worker.protocol === protocol && worker.host === host ? address : null;
}

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>,
  ): unknown;
}

// The types of the DOM do not know it yet; a test's DOM does not have it.
const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: allowMarkup,
  createScriptURL: (address) => allowWorker(address, location.href),
});
