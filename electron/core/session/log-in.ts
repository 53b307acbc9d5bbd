import { FleetdeskError, type AppError } from '@contract/errors';
import type { TokenPair } from '../service/decoders/authentication';
import { isAboutPublicKey, otherPlace, publicKeyError, withKeyAt } from '../service/public-key';
import type { Sender } from '../service/sender';
import type { Target } from '../service/target';

/** What a person signs in with. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Asks the service for tokens (public API, "Log in"). @throws FleetdeskError */
export async function logIn(
  sender: Sender,
  target: Target,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<TokenPair> {
  const answer = await ask(sender, target, credentials, signal);
  if (answer.ok) return answer.pair;
  const { error } = answer;
  const isAboutKey = isAboutPublicKey(error, target.profile);
  throw new FleetdeskError(isAboutKey ? publicKeyError(error, target.publicKey) : error);
}

/**
 * Asks for tokens where it is not certain where the public key travels. A service that refuses the
 * key at the profile's place is asked once more with the key at the other documented place: at
 * most two log-ins, since a service may lock a user after a few. Answers the target that worked.
 * @throws FleetdeskError
 */
export async function logInFindingKeyPlace(
  sender: Sender,
  target: Target,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<{ pair: TokenPair; target: Target }> {
  const first = await ask(sender, target, credentials, signal);
  if (first.ok) return { pair: first.pair, target };
  const place = otherPlace(target.profile);
  const isAboutKey = isAboutPublicKey(first.error, target.profile);
  if (!isAboutKey) throw new FleetdeskError(first.error);
  if (target.publicKey === '' || place === null) {
    throw new FleetdeskError(publicKeyError(first.error, target.publicKey));
  }
  const moved = { ...target, profile: withKeyAt(target.profile, place) };
  return { pair: await logIn(sender, moved, credentials, signal), target: moved };
}

type Answer = { ok: true; pair: TokenPair } | { ok: false; error: AppError };

async function ask(
  sender: Sender,
  target: Target,
  input: Credentials,
  signal?: AbortSignal,
): Promise<Answer> {
  const slot = await target.account.queue('session', signal ? { signal } : {}).slot;
  const outcome = await sender.send({
    operation: 'authentication.logIn',
    input: { ...input },
    slot,
    target,
    ...(signal && { signal }),
  });
  if (!outcome.ok) return outcome;
  return { ok: true, pair: outcome.output as TokenPair };
}
