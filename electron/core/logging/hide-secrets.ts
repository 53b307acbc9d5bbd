import { hideInLog } from '../log';
import type { HttpTransport } from '../ports/http-transport';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';

/** Names under which calls and keychain entries hold what must never be in a log. */
const SECRET_NAME =
  /pass(word|phrase)|secret|^(refresh_?)?token$|^public_?key$|^api_?key$|^username$|^p(in|uk)\d?$/i;
/** Those of them that are renewed again and again. */
const PASSING_NAME = /token$/i;
/** Headers that say nothing about anybody. */
const OPEN_HEADERS = new Set(['accept', 'content-type', 'user-agent', 'accept-language']);
/** No call of ours is deeper. */
const DEEPEST = 8;

/**
 * Keeps what a value holds under the names of secrets out of the log.
 * @param isLasting what is no token is used for the whole run
 */
export function hideSecretsOf(value: unknown, isLasting = false, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && SECRET_NAME.test(name)) {
      hideInLog(inner, isLasting && !PASSING_NAME.test(name));
    } else hideSecretsOf(inner, isLasting, depth + 1);
  }
}

/** The same keychain; what is read from it or written to it stays out of the log. */
export function hidingKeychain(keychain: Keychain): Keychain {
  return {
    read: async (account) => {
      const secret = await keychain.read(account);
      if (secret !== null) hideEntry(secret);
      return secret;
    },
    write: (account, secret) => {
      hideEntry(secret);
      return keychain.write(account, secret);
    },
    remove: (account) => keychain.remove(account),
  };
}

/** The same keychains under passphrases. */
export function hidingVaults(vaults: PassphraseKeychains): PassphraseKeychains {
  return {
    open: (passphrase) => {
      hideInLog(passphrase, true);
      return hidingKeychain(vaults.open(passphrase));
    },
    discard: (account) => vaults.discard(account),
  };
}

/** The same transport; the credentials of each request stay out of the log. */
export function hidingTransport(transport: HttpTransport): HttpTransport {
  return {
    send: (request, signal) => {
      for (const [name, value] of Object.entries(request.headers)) {
        if (OPEN_HEADERS.has(name.toLowerCase())) continue;
        hideInLog(value.replace(/^bearer\s+/i, ''));
      }
      return transport.send(request, signal);
    },
    findRedirect: (request, signal) => transport.findRedirect(request, signal),
  };
}

/** An entry is one secret, or JSON that holds some. */
function hideEntry(entry: string): void {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(entry);
  } catch {
    // Not JSON: the whole of it is the secret.
  }
  const isOne = typeof parsed !== 'object' || parsed === null;
  hideInLog(entry, isOne);
  hideSecretsOf(parsed, true);
}
