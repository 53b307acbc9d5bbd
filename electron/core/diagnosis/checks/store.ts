import type { Check } from '../check';

/** Less room than this fills up within days, bytes. */
const LITTLE_ROOM = 500_000_000;

/** Whether what the service told is kept, and whether there is room for more. */
export const checkStore: Check = async ({ keeper, probe, session }) => {
  const { phase, bytes, damaged, error } = keeper.state();
  const free = await probe.freeBytes();
  const values = {
    ...(bytes !== null && { sizeBytes: bytes }),
    ...(free !== null && { freeBytes: free }),
  };
  if (phase === 'closed') return ['not-checked', 'closed'];
  if (phase === 'opening') return ['warning', 'opening'];
  if (phase === 'inMemory') {
    const isDemo = session.state().connection?.isDemo === true;
    return isDemo ? ['fine', 'intended'] : ['warning', 'inMemory'];
  }
  if (phase === 'locked') return ['failed', 'locked'];
  if (phase === 'inUse') return ['failed', 'inUse'];
  if (phase === 'failed') return ['failed', 'failed', {}, error === null ? [] : [{ error }]];
  if (damaged !== null) return ['warning', 'damaged', { rows: damaged.rows }];
  if (free !== null && free < LITTLE_ROOM) return ['warning', 'littleRoom', values];
  return ['fine', bytes === null || free === null ? 'openUnmeasured' : 'open', values];
};
