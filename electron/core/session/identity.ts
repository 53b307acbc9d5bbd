import type { Digest } from '../ports/digest';

/** The demo fleet's identity, whatever its port. */
export const DEMO_IDENTITY = 'demo';

/**
 * Whose data: tokens, store and outbox belong to origin, public key and user name together. The
 * hash names the keychain entry without giving any of them away.
 */
export function identityOf(
  digest: Digest,
  { origin, publicKey, username }: { origin: string; publicKey: string; username: string },
): string {
  return digest.sha256(`${origin}\n${publicKey}\n${username}`);
}
