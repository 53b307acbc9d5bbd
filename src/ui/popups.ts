const popups = '[role=dialog], [role=menu], [role=listbox]';

/** Whether a menu, a list or a filter is open over the page; a press beside it closes it. */
export function isPopupOpen(): boolean {
  const frames = document.querySelectorAll('[data-reka-popper-content-wrapper]');
  return [...frames]
    .flatMap((frame) => [...frame.querySelectorAll(popups)])
    .some((popup) => popup.closest('[data-state=closed]') === null);
}
