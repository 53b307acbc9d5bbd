import type { PublicKeyPlace } from '@contract/connections';
import type { AppError } from '@contract/errors';
import type { Profile } from './profile';

/** What services call the key in their messages, in the languages they speak. */
const KEY_WORDS = /\b(public|api)[\s_-]?key\b|\b(chave|clave|llave)\s+p[uú]blica\b/i;

/** Words that put the user name or the password in doubt as well. */
const CREDENTIAL_WORDS = /\b(user(\s?name)?|password|credentials?|usu[aá]rio|senha|contraseña)\b/i;

/**
 * Whether a refusal is about the public key and nothing else, by the service's own words. One that
 * names the password too says nothing about the key.
 */
export function isAboutPublicKey(error: AppError, profile: Profile): boolean {
  if (error.status === undefined || error.status < 400 || error.code === 'rate-limited')
    return false;
  const words = [
    error.serviceMessage ?? '',
    ...(error.fields ?? []).flatMap(({ path, message }) => [path, message]),
  ].join('\n');
  const { name } = profile.publicKey;
  const namesKey = KEY_WORDS.test(words) || hasWord(words, name);
  return namesKey && !CREDENTIAL_WORDS.test(words);
}

/** Whether a text names a key as a word of its own: "key" is not named by "keyboard". */
function hasWord(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\-]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i').test(text);
}

/** A refusal that is about the public key, as the form tells it: none was sent, or a wrong one. */
export function publicKeyError(error: AppError, publicKey: string): AppError {
  const reason = publicKey === '' ? 'public-key-needed' : 'public-key-refused';
  return { ...error, code: 'unauthenticated', reason };
}

/** The other documented place of the key; null for a profile that sends none. */
export function otherPlace({ publicKey }: Profile): PublicKeyPlace | null {
  if (publicKey.place === 'none') return null;
  return publicKey.place === 'header' ? 'query' : 'header';
}

/** The same profile with the key at another place. */
export function withKeyAt(profile: Profile, place: PublicKeyPlace): Profile {
  return { ...profile, publicKey: { ...profile.publicKey, place } };
}
