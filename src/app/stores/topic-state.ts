import type { TopicName, TopicPatch, TopicSnapshot } from '@contract/events';
import { useBridge } from '@/bridge';
import { shallowRef, type ShallowRef } from 'vue';

/** Topics small enough to send themselves whole as their patch. */
type WholeTopic = {
  [T in TopicName]: TopicPatch<T> extends TopicSnapshot<T> ? T : never;
}[TopicName];

/**
 * A small state of main as a ref. Nothing happens until `start`, whose answer comes with the
 * first snapshot; starting twice is starting once.
 */
export function topicState<T extends WholeTopic>(topic: T, initial: TopicSnapshot<T>) {
  const state = shallowRef(initial) as ShallowRef<TopicSnapshot<T>>;
  let started: Promise<void> | undefined;

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      useBridge().subscribe(topic, {
        snapshot(snapshot) {
          state.value = snapshot;
          resolve();
        },
        patch(patch) {
          state.value = patch as TopicSnapshot<T>;
        },
      });
    });
    return started;
  }

  return { state, start };
}
