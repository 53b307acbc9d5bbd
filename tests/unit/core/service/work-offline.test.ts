import { beforeEach, describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import { CallFailure } from '@core/service/call-failure';
import { House, signIn } from '../session/house';

let house: House;

const cutError = { code: 'offline', reason: 'work-offline' };

function page(number: number): Promise<unknown> {
  return house.service.call('vehicles.list', { page: number }, { lane: 'background' });
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (caught: unknown) => caught,
  );
}

/** Requests that were no sign-in. */
function asked(): number {
  return house.transport.seen.filter(({ plainPath }) => plainPath !== '/v2/auth/login').length;
}

beforeEach(async () => {
  house = await House.open();
  await house.signIn();
});

describe('while a person works offline', () => {
  it('every call is refused at once and unsent, and costs nothing', async () => {
    house.workOffline.set(true);
    const used = house.budget.state().used;
    const failure = await failureOf(page(1));
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ error: cutError, fate: 'unsent' });
    const chosen: unknown[] = [];
    const next = house.service.callNext(
      () => {
        chosen.push(1);
        return { operation: 'vehicles.list', input: {} };
      },
      { lane: 'live' },
    );
    expect(await failureOf(next)).toMatchObject({ error: cutError });
    expect(chosen).toEqual([]);
    expect(asked()).toBe(0);
    expect(house.budget.state().used).toBe(used);
  });

  it('what waited for its turn leaves the queue', async () => {
    const { limit } = house.budget.state();
    const calls = Array.from({ length: limit + 10 }, (_, index) => page(index + 1));
    const ends = Promise.all(calls.map(failureOf));
    await house.clock.advance(1_000);
    const sent = asked();
    expect(sent).toBeGreaterThan(3);
    house.workOffline.set(true);
    await house.clock.advance(1_000);
    const failures = (await ends).filter((failure) => failure !== null);
    expect(failures.length).toBeGreaterThanOrEqual(calls.length - sent);
    for (const failure of failures) expect(failure).toMatchObject({ error: cutError });
    await house.clock.advance(120_000);
    expect(asked()).toBe(sent);
  });

  it('not even tokens are renewed', async () => {
    await house.clock.advance(14.5 * 60_000);
    house.workOffline.set(true);
    await failureOf(page(1));
    await house.clock.advance(60 * 60_000);
    await failureOf(page(2));
    expect(asked()).toBe(0);
  });

  it('the state says so, and no timer runs for it', async () => {
    await house.end(page(1));
    const { lastAnswerAt } = house.session.state().link;
    await house.clock.advance(120_000);
    const states: SessionState[] = [];
    house.session.subscribe((state) => states.push(state));
    const timers = house.clock.pending;
    house.workOffline.set(true);
    house.workOffline.set(true);
    expect(states.map(({ link }) => link)).toEqual([
      { state: 'offline', since: house.clock.now(), lastAnswerAt, error: expect.any(Object) },
    ]);
    expect(states[0]?.link.error).toMatchObject(cutError);
    expect(house.clock.pending).toBe(timers);
  });

  it('a person may still sign in', async () => {
    await house.session.signOut();
    house.workOffline.set(true);
    await house.end(house.session.signIn(signIn));
    expect(house.session.state()).toMatchObject({
      phase: 'signed-in',
      link: { state: 'offline', error: cutError },
    });
    expect(FleetdeskError.from(await failureOf(page(1)))).toMatchObject(cutError);
  });

  it('calls go out again once it is over; until an answer the line is unknown', async () => {
    house.workOffline.set(true);
    await failureOf(page(1));
    await house.clock.advance(60_000);
    house.workOffline.set(false);
    expect(house.session.state().link).toMatchObject({ state: 'unknown', error: null });
    await house.end(page(1));
    expect(house.session.state().link).toMatchObject({ state: 'online', error: null });
  });
});
