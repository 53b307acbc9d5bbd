import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { Reply } from '../scripted-transport';
import { settle } from '../virtual-clock';
import { signIn, type House } from './house';
import { restarted, roles, signedIn } from './signed-in';

const LOG_IN = '/v2/auth/login';
const REFRESH = '/v2/auth/refresh-token';

const demo = {
  url: 'http://127.0.0.1:40123/v2',
  publicKey: 'demo-key',
  username: 'demo',
  password: 'demo',
};

type Outcome = 'ok' | 'lost-before' | 'lost-after' | 'refused' | 'rate' | 'unsent';

type Step =
  | { do: 'call'; count: number }
  | { do: 'wait' | 'sleep' | 'keychain-locked' | 'disk-full'; for: number }
  | { do: 'restart' | 'crash' | 'renew' | 'sign-out' | 'demo' | 'retry-keychain' }
  | { do: 'sign-in'; place: 'keychain' | 'memory'; username: string }
  | { do: 'jump'; by: number }
  | { do: 'latency'; of: number };

const outcome = fc.constantFrom<Outcome>(
  ...(['ok', 'ok', 'ok', 'lost-before', 'lost-after', 'refused', 'rate', 'unsent'] as const),
);

/** A moment within one request, until the token is due again, or anything up to beyond its life. */
const time = fc.oneof(
  fc.integer({ min: 0, max: 600 }),
  fc.integer({ min: 85_000, max: 95_000 }),
  fc.integer({ min: 0, max: 120_000 }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('call'), count: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), for: time }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('sleep', 'keychain-locked', 'disk-full'),
      for: time,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('restart', 'crash', 'renew', 'sign-out', 'demo', 'retry-keychain'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('sign-in'),
      place: fc.constantFrom('keychain', 'keychain', 'memory'),
      username: fc.constantFrom('ana', 'ana', 'rui'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump'),
      by: fc.integer({ min: -100_000_000, max: 100_000_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('latency'), of: fc.constantFrom(20, 200, 5_000) }),
  },
);

/** Lets refreshes and log-ins end as they are told, and notes every broken promise. */
class Watch {
  readonly violations: string[] = [];
  readonly #files: House['files'];
  readonly #answered = new Set<string>();
  /** Answered while nothing could be written: a process that ends now knows nothing of it. */
  readonly #unnoted = new Set<string>();
  #inFlight = 0;
  #life = 0;
  #index = 0;

  constructor(house: House, outcomes: readonly Outcome[]) {
    const { files, transport, tokens } = house;
    this.#files = files;
    const usual = transport.script;
    const next = (): Outcome => outcomes[this.#index++ % outcomes.length] ?? 'ok';
    transport.script = (request) => {
      if (request.plainPath === REFRESH) return replyOf(next(), () => tokens.refresh(request));
      if (request.plainPath === LOG_IN) return replyOf(next(), () => tokens.logIn());
      return usual(request);
    };
    const send = transport.send.bind(transport);
    transport.send = (request, signal) => {
      const sending = send(request, signal);
      if (request.path === REFRESH && request.body !== null) this.#follow(request.body, sending);
      return sending;
    };
  }

  /** Another process: no answer to the one before it comes any more. */
  forget(): void {
    this.#life += 1;
    this.#inFlight = 0;
    for (const token of this.#unnoted) this.#answered.delete(token);
    this.#unnoted.clear();
  }

  #follow(body: string, sending: Promise<{ status: number }>): void {
    const { refresh_token: sent } = JSON.parse(body) as { refresh_token: string };
    if (this.#answered.has(sent)) this.violations.push(`sent again: ${sent}`);
    this.#inFlight += 1;
    if (this.#inFlight > 1) this.violations.push(`two at once: ${sent}`);
    const life = this.#life;
    const end = (status: number | null): void => {
      if (life !== this.#life) return;
      this.#inFlight -= 1;
      if (status !== 200 && status !== 401) return;
      this.#answered.add(sent);
      if (this.#files.writeFault) this.#unnoted.add(sent);
    };
    void sending.then(
      ({ status }) => {
        end(status);
      },
      () => {
        end(null);
      },
    );
  }
}

function replyOf(outcome: Outcome, usual: () => Reply): Reply {
  switch (outcome) {
    case 'ok':
      return usual();
    case 'lost-before':
      return { failure: 'reset' };
    case 'lost-after':
      usual();
      return { failure: 'timeout' };
    case 'refused':
      return { status: 401, json: {} };
    case 'rate':
      return { status: 429, json: {}, headers: { 'retry-after': '2' } };
    case 'unsent':
      return { failure: 'refused', sent: 'no' };
  }
}

/** Does one step; what a person or the app asked for goes on while the next ones are done. */
async function take(house: House, watch: Watch, step: Step): Promise<void> {
  const { clock, files, keychain, session } = house;
  const begin = async (action: Promise<unknown>): Promise<void> => {
    action.catch(() => undefined);
    await settle();
  };
  switch (step.do) {
    case 'call': {
      for (let call = 0; call < step.count; call += 1) {
        const options = { lane: 'interactive' } as const;
        void begin(house.service.call('users.list', { page: call + 1 }, options));
      }
      return settle();
    }
    case 'wait':
      return clock.advance(step.for);
    case 'sleep':
      return clock.sleep(step.for);
    case 'jump':
      clock.setWallClock(clock.now() + step.by);
      return;
    case 'latency':
      house.transport.latency = step.of;
      return;
    case 'keychain-locked':
      keychain.fault = 'locked';
      clock.after(step.for, () => {
        keychain.fault = null;
      });
      return;
    case 'disk-full':
      files.writeFault = new Error('ENOSPC');
      clock.after(step.for, () => {
        files.writeFault = null;
      });
      return;
    case 'renew':
      return begin(session.renew(signIn.password));
    case 'retry-keychain':
      return begin(session.retryKeychain());
    case 'sign-out':
      return begin(session.signOut());
    case 'demo':
      return begin(session.signInDemo(demo));
    case 'sign-in': {
      const { place, username } = step;
      return begin(session.signIn({ ...signIn, place, username }));
    }
    case 'restart':
    case 'crash': {
      if (step.do === 'restart') await house.end(session.close());
      watch.forget();
      await house.start();
      await house.session.restore();
    }
  }
}

/** What the state says is what a call meets. */
async function expectTruth(house: House): Promise<void> {
  const { phase } = house.session.state();
  expect(house.session.active() !== null).toBe(phase === 'signed-in' || phase === 'expired');
  const reason = await roles(house).then(
    () => null,
    (caught: unknown) => FleetdeskError.from(caught).reason,
  );
  if (reason === 'expired') expect(house.session.state().phase).toBe('expired');
  if (reason === null) {
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', link: { state: 'online' } });
  }
}

describe('for every schedule of calls, sign-ins, sign-outs, restarts, faults and answers', () => {
  it('no refresh token goes out after an answer to it, no two refreshes at once, and whoever signs in stays signed in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 25 }),
        fc.array(outcome, { minLength: 1, maxLength: 12 }),
        async (steps, outcomes) => {
          const house = await signedIn(100);
          house.keychainDelay = 50;
          const answers = [...outcomes];
          const watch = new Watch(house, answers);
          for (const each of steps) await take(house, watch, each);
          await house.clock.advance(130_000);
          expect(watch.violations).toEqual([]);
          await expectTruth(house);
          // Nothing that went wrong before stands in the way of a fresh sign-in.
          answers.length = 0;
          house.transport.latency = 20;
          await house.signIn();
          await roles(house);
          watch.forget();
          expect(await restarted(house)).toMatchObject({ phase: 'signed-in', username: 'ana' });
          await house.clock.advance(95_000);
          await roles(house);
          expect(watch.violations).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
