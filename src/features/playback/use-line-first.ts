import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue';
import type { Track } from '@contract/trajectories';

/** So long what is beside the map waits for the line at most, milliseconds. */
const patience = 400;

/** A track for what is beside the map: it comes once the line on the map was seen. */
export type LineFirst = {
  track: Readonly<ShallowRef<Track | null>>;
  /** There is a map that draws lines; without one all comes at once. */
  mapIsReady(): void;
  /** The line's picture was put in place. */
  lineIsDrawn(): void;
};

/**
 * Lets a day's line go before its chart, its list and its figures: making these takes the page
 * longer than the worker takes to draw the line, whose picture would have to wait for them.
 */
export function useLineFirst(track: Readonly<Ref<Track | null>>): LineFirst {
  const shown = shallowRef<Track | null>(null);
  let isMapReady = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  function stop(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  }

  function show(): void {
    stop();
    shown.value = track.value;
  }

  watch(
    track,
    (now) => {
      stop();
      if (now === null || !isMapReady) show();
      else timer = setTimeout(show, patience);
    },
    { immediate: true, flush: 'sync' },
  );
  onScopeDispose(stop);

  return {
    track: shown,
    mapIsReady() {
      isMapReady = true;
    },
    lineIsDrawn() {
      if (shown.value === track.value) return;
      cancelAnimationFrame(frame);
      // The next frame takes the line along; once one more begins it has been handed on, and nothing
      // takes a processor from what puts it on the screen.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          clearTimeout(timer);
          timer = setTimeout(show);
        });
      });
    },
  };
}
