import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutboxPatch, OutboxSnapshot } from '@contract/outbox';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { installBridge, type Bridge, type TopicListener } from '@/bridge';
import { connectBridge } from '@/bridge/bridge';
import { entry } from '../../features/outbox/entries';
import { stillPreload } from '../../still-preload';

let outbox: TopicListener<'outbox'>;

const snapshot = (entries: OutboxSnapshot['entries']): OutboxSnapshot => ({
  entries,
  isPaused: false,
  secondsLeft: null,
});
const patch = (change: Partial<OutboxPatch>): OutboxPatch => ({
  changed: [],
  removed: [],
  isPaused: false,
  secondsLeft: null,
  ...change,
});

beforeEach(() => {
  setActivePinia(createPinia());
  const bridge: Bridge = {
    ...connectBridge(stillPreload()),
    subscribe(topic, listener) {
      if (topic === 'outbox') outbox = listener as unknown as TopicListener<'outbox'>;
      return () => undefined;
    },
  };
  installBridge(bridge);
});

describe('the outbox in the page', () => {
  it('keeps the order in which changes were made, whatever happens to them', () => {
    const store = useOutboxStore();
    void store.start();
    outbox.snapshot(snapshot([entry('a'), entry('b'), entry('c')]));
    outbox.patch(patch({ changed: [entry('b', { state: 'sending' }), entry('d')] }));
    expect(store.entries.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'a waiting',
      'b sending',
      'c waiting',
      'd waiting',
    ]);
  });

  it('remembers what was sent, the newest first, and not what was discarded', () => {
    const store = useOutboxStore();
    void store.start();
    outbox.snapshot(snapshot([entry('a'), entry('b'), entry('c')]));
    outbox.patch(patch({ changed: [entry('a', { state: 'sent' })], removed: ['a'] }));
    outbox.patch(
      patch({
        changed: [entry('b', { state: 'sent' }), entry('c', { state: 'discarded' })],
        removed: ['b', 'c'],
      }),
    );
    expect(store.entries).toEqual([]);
    expect(store.unsent).toBe(0);
    expect(store.sent.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('takes what was removed away, also where nothing else is said of it', () => {
    const store = useOutboxStore();
    void store.start();
    outbox.snapshot(snapshot([entry('a')]));
    outbox.patch(patch({ removed: ['a'], isPaused: true }));
    expect(store.entries).toEqual([]);
    expect(store.isPaused).toBe(true);
  });

  it('begins again with a new snapshot, as after a hole in the news', () => {
    const store = useOutboxStore();
    void store.start();
    outbox.snapshot(snapshot([entry('a')]));
    outbox.snapshot(snapshot([entry('z', { state: 'attention' }), entry('h', { state: 'held' })]));
    expect(store.attention.map(({ id }) => id)).toEqual(['z']);
    expect(store.held.map(({ id }) => id)).toEqual(['h']);
    expect(store.unsent).toBe(2);
  });

  it('tells listeners of patches once they are taken, until they leave', () => {
    const store = useOutboxStore();
    void store.start();
    outbox.snapshot(snapshot([entry('a')]));
    const seen: number[] = [];
    const leave = store.onPatch(() => seen.push(store.entries.length));
    outbox.patch(patch({ removed: ['a'] }));
    leave();
    outbox.patch(patch({ changed: [entry('b')] }));
    expect(seen).toEqual([0]);
  });
});
