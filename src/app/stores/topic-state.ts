import type { TopicName, TopicPatch, TopicSnapshot } from '@contract/events';
import { withPicture } from '@/app/ticks';
import { useBridge } from '@/bridge';
import { shallowRef, type ShallowRef } from 'vue';

/** Topics small enough to send themselves whole as their patch. */
type WholeTopic = {
  [T in TopicName]: TopicPatch<T> extends TopicSnapshot<T> ? T : never;
}[TopicName];

/** Whether two states that main sent say the same, field by field in its order. */
export function isSameState(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A small state of main as a ref. Nothing happens until `start`, whose answer comes with the
 * first snapshot; starting twice is starting once.
 * @param canWait whether what is new needs no picture of its own while nobody is at work
 */
export function topicState<T extends WholeTopic>(
  topic: T,
  initial: TopicSnapshot<T>,
  canWait: (next: TopicSnapshot<T>, now: TopicSnapshot<T>) => boolean = () => false,
) {
  const state = shallowRef(initial) as ShallowRef<TopicSnapshot<T>>;
  let started: Promise<void> | undefined;
  /** The newest state, while it waits for a picture. */
  let waiting: TopicSnapshot<T> | null = null;

  function showWaiting(): void {
    if (waiting !== null) state.value = waiting;
    waiting = null;
  }

  function take(next: TopicSnapshot<T>): void {
    const isAsked = waiting !== null;
    waiting = next;
    if (!canWait(next, state.value)) showWaiting();
    else if (!isAsked) withPicture(showWaiting);
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      useBridge().subscribe(topic, {
        snapshot(snapshot) {
          waiting = snapshot;
          showWaiting();
          resolve();
        },
        patch(patch) {
          take(patch as TopicSnapshot<T>);
        },
      });
    });
    return started;
  }

  return { state, start };
}
