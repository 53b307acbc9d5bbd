import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreloadApi } from '@contract/bridge';
import type { BudgetState } from '@contract/budget';
import { fail, succeed } from '@contract/errors';
import type { TopicMessage, TopicName } from '@contract/events';
import { connectBridge } from '@/bridge/bridge';
import { stillPreload } from '../still-preload';

function budget(used: number): BudgetState {
  return { limit: 48, used, queued: 0, isShared: true, pausedUntil: null, pause: null };
}

/** A main whose answers come when the test says so. */
function mainInHand() {
  let hear: (message: TopicMessage<TopicName>) => void = () => undefined;
  const answers: ((answer: Awaited<ReturnType<PreloadApi['events']['subscribe']>>) => void)[] = [];
  const unsubscribe = vi.fn(() => Promise.resolve(succeed(undefined)));
  const preload: PreloadApi = {
    ...stillPreload(),
    onEvent(listener) {
      hear = listener;
      return () => undefined;
    },
    events: {
      subscribe: () => new Promise((resolve) => answers.push(resolve)),
      unsubscribe,
    },
  };
  return {
    bridge: connectBridge(preload),
    unsubscribe,
    asked: () => answers.length,
    send: (seq: number, topic: TopicName = 'budget') => {
      hear({ topic, seq, patch: budget(seq) });
    },
    async answer(seq: number) {
      answers.at(-1)?.(succeed({ seq, snapshot: budget(seq) }));
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
    async refuse() {
      answers.at(-1)?.(fail({ code: 'service-error', message: 'not yet' }));
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

function listen(main: ReturnType<typeof mainInHand>) {
  const heard: string[] = [];
  const stop = main.bridge.subscribe('budget', {
    snapshot: ({ used }) => heard.push(`whole ${used}`),
    patch: ({ used }) => heard.push(`patch ${used}`),
  });
  return { heard, stop };
}

describe('a subscription', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('hands over the snapshot, then each patch', async () => {
    const main = mainInHand();
    const { heard } = listen(main);
    await main.answer(4);
    main.send(5);
    main.send(6);
    expect(heard).toEqual(['whole 4', 'patch 5', 'patch 6']);
  });

  it('keeps patches that come before the snapshot and drops those already in it', async () => {
    const main = mainInHand();
    const { heard } = listen(main);
    main.send(4);
    main.send(5);
    main.send(6);
    await main.answer(5);
    expect(heard).toEqual(['whole 5', 'patch 6']);
  });

  it('asks for the whole state again when a number is missing', async () => {
    const main = mainInHand();
    const { heard } = listen(main);
    await main.answer(1);
    main.send(2);
    main.send(4);
    expect(main.asked()).toBe(2);
    main.send(5);
    await main.answer(4);
    expect(heard).toEqual(['whole 1', 'patch 2', 'whole 4', 'patch 5']);
  });

  it('ignores a number that was already heard', async () => {
    const main = mainInHand();
    const { heard } = listen(main);
    await main.answer(3);
    main.send(3);
    main.send(2);
    expect(heard).toEqual(['whole 3']);
    expect(main.asked()).toBe(1);
  });

  it('asks again, later and later, while main refuses', async () => {
    const main = mainInHand();
    const { heard } = listen(main);
    await main.refuse();
    vi.advanceTimersByTime(499);
    expect(main.asked()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(main.asked()).toBe(2);
    await main.refuse();
    vi.advanceTimersByTime(999);
    expect(main.asked()).toBe(2);
    vi.advanceTimersByTime(1);
    await main.answer(9);
    expect(heard).toEqual(['whole 9']);
  });

  it('hears nothing of other topics and nothing after its end', async () => {
    const main = mainInHand();
    const { heard, stop } = listen(main);
    await main.answer(1);
    main.send(2, 'session');
    stop();
    main.send(2);
    expect(heard).toEqual(['whole 1']);
  });

  it('tells main to stop only when the last listener of a topic left', async () => {
    const main = mainInHand();
    const first = listen(main);
    const second = listen(main);
    first.stop();
    expect(main.unsubscribe).not.toHaveBeenCalled();
    second.stop();
    expect(main.unsubscribe).toHaveBeenCalledExactlyOnceWith('budget');
    await Promise.resolve();
  });
});
