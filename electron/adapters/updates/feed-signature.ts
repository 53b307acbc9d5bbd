import { createPublicKey, verify } from 'node:crypto';

/** What is signed: the name of a feed and its exact bytes, so that no feed passes for another. */
function signedBytes(name: string, feed: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`Fleetdesk update feed ${name}\n`), feed]);
}

/**
 * Whether a feed was signed with the private half of a key (Ed25519).
 * @param name of its file
 * @param signature as it is beside the feed: base64
 * @param publicKey the 32 bytes in base64url, as `npm run sign-feed -- --new-key` prints them
 */
export function isSigned(
  name: string,
  feed: Uint8Array,
  signature: Uint8Array,
  publicKey: string,
): boolean {
  const text = Buffer.from(signature).toString('latin1').trim();
  // Node skips signs that are no base64; a signature has one form.
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
    format: 'jwk',
  });
  return verify(null, signedBytes(name, feed), key, Buffer.from(text, 'base64'));
}
