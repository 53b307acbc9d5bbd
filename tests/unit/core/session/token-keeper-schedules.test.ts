import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../virtual-clock';
import { signedIn } from './signed-in';

const REFRESH = '/v2/auth/refresh-token';

type Step =
  | { do: 'call'; count: number }
  | { do: 'wait' | 'sleep'; for: number }
  | { do: 'restart' | 'crash' }
  | { do: 'jump'; by: number }
  | { do: 'renew' };

const outcome = fc.constantFrom<
  'ok' | 'lost-before' | 'lost-after' | 'refused' | 'rate' | 'unsent'
>(...(['ok', 'ok', 'ok', 'lost-before', 'lost-after', 'refused', 'rate', 'unsent'] as const));

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('call' as const), count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    do: fc.constant('wait' as const),
    for: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 120_000 })),
  }),
  fc.record({ do: fc.constant('sleep' as const), for: fc.integer({ min: 0, max: 120_000 }) }),
  fc.record({ do: fc.constantFrom('restart', 'crash') }),
  fc.record({
    do: fc.constant('jump' as const),
    by: fc.integer({ min: -100_000_000, max: 100_000_000 }),
  }),
  fc.record({ do: fc.constant('renew' as const) }),
);

describe('for every schedule of calls, waits, sleeps, restarts, clock jumps and answers', () => {
  it('no refresh token goes out after an answer to it, and no two refreshes at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 25 }),
        fc.array(outcome, { minLength: 1, maxLength: 12 }),
        async (steps, outcomes) => {
          const house = await signedIn(100);
          house.keychainDelay = 50;
          const answered = new Set<string>();
          const violations: string[] = [];
          let inFlight = 0;
          let life = 0;
          let index = 0;
          const usual = house.transport.script;
          house.transport.script = (request) => {
            if (request.plainPath !== REFRESH) return usual(request);
            const sent = (request.json as { refresh_token: string }).refresh_token;
            if (answered.has(sent)) violations.push(`sent again: ${sent}`);
            inFlight += 1;
            if (inFlight > 1) violations.push(`two at once: ${sent}`);
            const mine = life;
            // The answer reaches the app after the latency, if it is still the same process.
            house.clock.after(house.transport.latency, () => {
              if (mine !== life) return;
              inFlight -= 1;
              if (how === 'ok' || how === 'refused') answered.add(sent);
            });
            const how = outcomes[index++ % outcomes.length] ?? 'ok';
            if (how === 'unsent') return { failure: 'refused', sent: 'no' };
            if (how === 'lost-before') return { failure: 'reset' };
            if (how === 'rate') return { status: 429, json: {}, headers: { 'retry-after': '2' } };
            if (how === 'refused') return { status: 401, json: {} };
            const reply = house.tokens.refresh(request);
            return how === 'lost-after' ? { failure: 'timeout' } : reply;
          };
          for (const each of steps) {
            if (each.do === 'call') {
              for (let call = 0; call < each.count; call += 1) {
                const options = { lane: 'interactive' } as const;
                house.service
                  .call('users.list', { page: call + 1 }, options)
                  .catch(() => undefined);
              }
              await settle();
            } else if (each.do === 'wait') await house.clock.advance(each.for);
            else if (each.do === 'sleep') await house.clock.sleep(each.for);
            else if (each.do === 'jump') house.clock.setWallClock(house.clock.now() + each.by);
            else if (each.do === 'renew') {
              house.session.renew('segredo-da-ana').catch(() => undefined);
              await settle();
            } else {
              if (each.do === 'restart') await house.end(house.session.close());
              life += 1;
              inFlight = 0;
              await house.start();
              await house.session.restore();
            }
          }
          await house.clock.advance(60_000);
          expect(violations).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
