import { nextTick } from 'vue';

/**
 * Hands the focus to a part of the page where the control that had it has gone or can no longer be
 * pressed, so that the next Tab goes on from there and not from the top of the window.
 */
export async function keepFocus(part: HTMLElement | null): Promise<void> {
  await nextTick();
  const { activeElement } = document;
  const isLost =
    activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
  if (isLost) part?.focus({ preventScroll: true });
}
