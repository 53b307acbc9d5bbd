import type { Check } from '../check';

/** Differences that nobody notices, and from which on times on the screen mislead, seconds. */
const SMALL = 30;
const LARGE = 300;

/** Whether the clock of this computer agrees with that of the service. */
export const checkClock: Check = ({ serviceClock }) => {
  const ahead = serviceClock();
  if (ahead === null) return ['not-checked', 'unheard'];
  const seconds = Math.round(Math.abs(ahead) / 1000);
  if (seconds <= SMALL) return ['fine', 'right', { seconds }];
  const finding = ahead > 0 ? 'behind' : 'ahead';
  return [seconds < LARGE ? 'warning' : 'failed', finding, { seconds }];
};
