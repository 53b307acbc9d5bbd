import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { Problem } from '../problem.mjs';

/**
 * Keys and signatures of update feeds (Ed25519). The app checks them in
 * `electron/adapters/updates/feed-signature.ts`.
 */

/** The public half of a key as a build takes it: its 32 bytes in base64url. */
const PUBLIC_KEY = /^[\w-]{43}$/;

/** @param {import('node:crypto').KeyObject} key */
function publicHalf(key) {
  return String(createPublicKey(/** @type {any} */ (key)).export({ format: 'jwk' }).x);
}

/**
 * Makes a key.
 * @returns {{privateKey: string, publicKey: string}} the private half as PEM
 */
export function makeKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: publicHalf(privateKey),
  };
}

/**
 * Reads a private key.
 * @param {string} pem
 * @param {string | undefined} publicKey its public half, where it is known
 */
export function readKey(pem, publicKey) {
  const remedy = 'put what "npm run sign-feed -- --new-key FILE" has written into it.';
  let key;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Problem('FLEETDESK_UPDATE_PRIVATE_KEY holds no private key.', remedy);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Problem('FLEETDESK_UPDATE_PRIVATE_KEY is not a key for Ed25519.', remedy);
  }
  if (publicKey !== undefined && publicHalf(key) !== publicKey) {
    throw new Problem(
      'FLEETDESK_UPDATE_KEY is not the public half of FLEETDESK_UPDATE_PRIVATE_KEY.',
      'use the two halves of one key: packages would refuse what the other one signed.',
    );
  }
  return key;
}

/**
 * Signs a feed.
 * @param {string} name of its file
 * @param {Uint8Array} bytes
 * @param {import('node:crypto').KeyObject} key
 * @returns {string} base64
 */
export function signFeed(name, bytes, key) {
  // With its name: a feed does not pass for that of another channel or system.
  const signed = Buffer.concat([Buffer.from(`Fleetdesk update feed ${name}\n`), bytes]);
  return sign(null, signed, key).toString('base64');
}

/**
 * Where a package gets its updates from, as the environment of its build says.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{address: string, publicKey: string} | null} null where it gets none
 */
export function readUpdateOrigin(env) {
  const address = env['FLEETDESK_UPDATE_URL'] ?? '';
  const publicKey = env['FLEETDESK_UPDATE_KEY'] ?? '';
  if (address === '' && publicKey === '') return null;
  if (address === '' || publicKey === '') {
    throw new Problem(
      'Of FLEETDESK_UPDATE_URL and FLEETDESK_UPDATE_KEY only one is set.',
      'set both, or none for a package that looks for no updates.',
    );
  }
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new Problem(
      'FLEETDESK_UPDATE_URL is no encrypted address.',
      'set it to the folder with the feeds, such as https://updates.example.com/fleetdesk/.',
    );
  }
  if (!PUBLIC_KEY.test(publicKey)) {
    throw new Problem(
      'FLEETDESK_UPDATE_KEY is no public key.',
      'set it to the 43 signs that "npm run sign-feed -- --new-key FILE" has printed.',
    );
  }
  return { address, publicKey };
}
