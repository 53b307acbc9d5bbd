import type { SessionState } from '@contract/session';
import { House } from './house';

/** A house in which somebody signed in with tokens of so many seconds; null for opaque ones. */
export async function signedIn(life: number | null = 900): Promise<House> {
  const house = await House.open();
  house.tokens.life = life;
  await house.signIn();
  return house;
}

/** Quits, starts over on what was left, and looks for the session. */
export async function restarted(house: House): Promise<SessionState> {
  await house.session.close();
  await house.start();
  return house.session.restore();
}

/** A read of no weight that needs a token. */
export function roles(house: House): Promise<unknown> {
  return house.end(house.service.call('roles.list', {}, { lane: 'interactive' }));
}
