/** Marks the button of the connection's menu; there is one. */
export const connectionMenuMark = { 'data-connection-menu': '' };

/** Goes to the button of the connection's menu. */
export function focusConnectionMenu(): void {
  document.querySelector<HTMLElement>('[data-connection-menu]')?.focus();
}
