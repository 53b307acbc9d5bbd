import type { GraphicsState } from '@contract/graphics';
import { defineStore } from 'pinia';
import { watch } from 'vue';
import { topicState } from './topic-state';

const before: GraphicsState = { losses: 0 };

/** Whether pictures on canvases may have been lost. */
export const useGraphicsStore = defineStore('graphics', () => topicState('graphics', before));

/** Calls whenever what was drawn on canvases may be lost, for as long as the component is there. */
export function onPicturesLost(drawAgain: () => void): void {
  const graphics = useGraphicsStore();
  void graphics.start();
  watch(() => graphics.state.losses, drawAgain);
}
