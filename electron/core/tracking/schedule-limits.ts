/** Limits of the schedule of looks; every time is in milliseconds. */
export const scheduleLimits = {
  /** No vehicle goes without a look for longer, unless that took more than half of all looks. */
  cap: 60 * 60_000,
  capShare: 0.5,
  firstAge: 60_000,
} as const;

/** The schedule is fitted to the rate of looks again after this time. */
export const PLAN_AGAIN_AFTER = 20_000;

/** The live lane's likely part of the budget, before it has been measured. */
export const LIKELY_SHARE = 0.7;
