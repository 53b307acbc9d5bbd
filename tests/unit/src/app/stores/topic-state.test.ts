import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BudgetState } from '@contract/budget';
import type { SessionState } from '@contract/session';
import { useBudgetStore } from '@/app/stores/budget-store';
import { useSessionStore } from '@/app/stores/session-store';
import { restTicks, tickAlong } from '@/app/ticks';
import { installBridge, type Bridge } from '@/bridge';

type Listener<S> = { snapshot(state: S): void; patch(state: S): void };

let main: { budget: Listener<BudgetState>; session: Listener<SessionState> };

const budget: BudgetState = {
  ...{ limit: 48, used: 12, queued: 0, isShared: true },
  ...{ pausedUntil: null, pause: null },
};
const session: SessionState = {
  ...{ phase: 'signed-in', keychain: 'present', place: 'keychain' },
  ...{ connection: null, username: 'ana' },
  link: { state: 'online', since: 1_000, lastAnswerAt: 2_000, error: null },
};

function answeredAt(lastAnswerAt: number): SessionState {
  return { ...session, link: { ...session.link, lastAnswerAt } };
}

beforeEach(() => {
  const listeners: Record<string, unknown> = {};
  installBridge({
    subscribe: (topic: string, listener: unknown) => {
      listeners[topic] = listener;
      return () => undefined;
    },
  } as unknown as Bridge);
  setActivePinia(createPinia());
  void useBudgetStore().start();
  void useSessionStore().start();
  main = listeners as typeof main;
  main.budget.snapshot(budget);
  main.session.snapshot(session);
});

afterEach(() => {
  restTicks(false);
});

it('while nobody is at work requests and answers are counted with the next picture', () => {
  const [ofBudget, ofSession] = [useBudgetStore(), useSessionStore()];
  main.budget.patch({ ...budget, used: 13 });
  expect(ofBudget.state.used).toBe(13);
  restTicks(true);
  main.budget.patch({ ...budget, used: 40 });
  main.session.patch(answeredAt(3_000));
  main.session.patch(answeredAt(4_000));
  expect([ofBudget.state.used, ofSession.link.lastAnswerAt]).toEqual([13, 2_000]);
  tickAlong();
  expect([ofBudget.state.used, ofSession.link.lastAnswerAt]).toEqual([40, 4_000]);
  main.budget.patch({ ...budget, used: 41 });
  restTicks(false);
  expect(ofBudget.state.used, 'the first touch shows it').toBe(41);
});

it('what else is new of them is shown at once, and nothing older after it', () => {
  const [ofBudget, ofSession] = [useBudgetStore(), useSessionStore()];
  restTicks(true);
  main.budget.patch({ ...budget, used: 40 });
  main.budget.patch({ ...budget, used: 48, queued: 2 });
  expect(ofBudget.state).toMatchObject({ used: 48, queued: 2 });
  main.session.patch(answeredAt(3_000));
  const link = { ...session.link, state: 'offline', since: 5_000 } as const;
  main.session.patch({ ...session, link });
  expect(ofSession.isOffline).toBe(true);
  tickAlong();
  expect(ofBudget.state).toMatchObject({ used: 48, queued: 2 });
  expect(ofSession.isOffline).toBe(true);
});
