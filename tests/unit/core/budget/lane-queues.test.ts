import { expect, it } from 'vitest';
import { lanes } from '@contract/budget';
import { LaneQueues } from '@core/budget/lane-queues';

it.each(lanes)('the turn in the lane %s', async (lane) => {
  const queues = new LaneQueues();
  const tickets = ['first', 'second', 'third'].map((name) => ({
    name,
    ticket: queues.add<string>(lane, {}, () => undefined),
  }));
  const granted: string[] = [];
  for (const { name, ticket } of tickets) void ticket.slot.then(() => granted.push(name));
  for (let turn = 0; turn < 3; turn += 1) {
    queues.take(lane)?.grant('slot');
    await Promise.resolve();
  }
  // A person looks at what was asked for last; all others come in their order.
  const order = ['first', 'second', 'third'];
  expect(granted).toEqual(lane === 'interactive' ? order.reverse() : order);
});
