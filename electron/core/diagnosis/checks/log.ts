import type { Check } from '../check';

/** Whether the log is written; where it had stopped, it is tried again. */
export const checkLog: Check = async ({ journal }) => {
  if (await journal.reopen()) return ['fine', 'written', { sizeBytes: await journal.bytes() }];
  const { stopped } = journal.state();
  if (stopped === 'disk-full') return ['warning', 'diskFull'];
  return ['warning', stopped === 'read-only' ? 'readOnly' : 'stopped'];
};
