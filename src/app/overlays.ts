import { reactive } from 'vue';

/** What can be over the frame. */
export type Overlay = 'palette' | 'keys' | 'sign-out' | 'switch-connection';

const state = reactive<{ open: Overlay | null }>({ open: null });

/** Which overlay of the frame is open: one at a time, opened from menu, key or palette alike. */
export function useOverlays() {
  return {
    isOpen: (overlay: Overlay) => state.open === overlay,
    open(overlay: Overlay): void {
      state.open = overlay;
    },
    set(overlay: Overlay, isOpen: boolean): void {
      if (isOpen) state.open = overlay;
      else if (state.open === overlay) state.open = null;
    },
  };
}
