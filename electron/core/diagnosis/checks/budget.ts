import type { Check } from '../check';

/** How many requests are left of this minute, and whether they rest. */
export const checkBudget: Check = ({ budget }) => {
  const { used, limit, queued, isShared, pausedUntil, pause } = budget.state();
  const values = { used, limit, queued };
  if (pausedUntil !== null) {
    const finding = pause === 'rate-limited' ? 'rateLimited' : 'resting';
    return ['warning', finding, { ...values, pausedAt: pausedUntil }];
  }
  return isShared ? ['fine', 'free', values] : ['warning', 'alone', values];
};
