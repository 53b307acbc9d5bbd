const popups = '[role=dialog], [role=menu], [role=listbox]';

/** Whether a menu, a list or a filter is open over the page; a press beside it closes it. */
export function isPopupOpen(): boolean {
  const frames = document.querySelectorAll('[data-reka-popper-content-wrapper]');
  return [...frames]
    .flatMap((frame) => [...frame.querySelectorAll(popups)])
    .some((popup) => popup.closest('[data-state=closed]') === null);
}

/**
 * Tells a press that only closes what is open over the page from one that means what is below.
 * `down` hears of every press, `isSpent` is asked at its click.
 */
export function popupPress(): { down(): void; isSpent(): boolean } {
  let closes = false;
  return {
    down() {
      closes = isPopupOpen();
    },
    isSpent() {
      const was = closes;
      closes = false;
      return was;
    },
  };
}
