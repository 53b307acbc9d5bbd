import { onScopeDispose, shallowReactive } from 'vue';
import type { MessageKey } from '@/i18n/i18n';
import { mendFocus } from './kept-focus';

/** A key and what it does. */
export type Shortcut = {
  /**
   * Keys joined by `+`: `f`, `?`, `space`, `arrowleft`, `shift+arrowleft`, `mod+k`
   * (`mod` is Ctrl, ⌘ on a Mac).
   */
  keys: string;
  /** What it does, for the list of keys. */
  label: MessageKey;
  /** Heading in the list of keys. */
  group: MessageKey;
  run: () => void;
  /** Asked at each press; a shortcut that says no lets the key through. */
  when?: () => boolean;
  /** Runs again and again while the key is held, as for a step; a switch would flutter. */
  repeats?: boolean;
};

const registered = shallowReactive(new Set<Shortcut>());

/** Every shortcut that works at the moment, in the order they came. */
export function listShortcuts(): Shortcut[] {
  return [...registered];
}

/** Registers shortcuts for as long as the calling component lives. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  for (const shortcut of shortcuts) registered.add(shortcut);
  onScopeDispose(() => {
    for (const shortcut of shortcuts) registered.delete(shortcut);
  });
}

const isMac = navigator.platform.startsWith('Mac');

/** The keys of an event in the notation of {@link Shortcut}. */
export function keysOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const parts = [];
  // AltGr is how some keyboards write signs such as "[", "/" or "?"; Windows tells it as Ctrl+Alt.
  if (!event.getModifierState('AltGraph')) {
    if (isMac ? event.metaKey : event.ctrlKey) parts.push('mod');
    if (isMac ? event.ctrlKey : event.metaKey) parts.push('meta');
    if (event.altKey) parts.push('alt');
  }
  // Shift is part of the sign in "?" but a key of its own beside letters and arrows.
  if (event.shiftKey && /^[a-z]+\d*$/.test(key)) parts.push('shift');
  return [...parts, key].join('+');
}

/** Whether an element is one where letters are typed, or is in an open menu that takes them. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable=true], [role=combobox], [data-reka-popper-content-wrapper]',
    ) !== null
  );
}

/** Whether the focused control has a use of its own for the key. */
function isTaken(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (keys === 'space' || keys === 'enter') {
    return target.closest('button, a, [role=switch], input, summary') !== null;
  }
  return (
    keys.includes('arrow') && target.closest('[role=slider], [role=radiogroup], input') !== null
  );
}

/** Handles a key press; true when a shortcut took it. */
export function pressKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const keys = keysOf(event);
  // What is behind a dialog is at rest: no key may save or change it unseen.
  if (document.querySelector('[role=dialog][data-state=open]:not([data-beside])')) return false;
  // A letter that follows a control which has just gone was meant for what took its place.
  const wasLost = mendFocus();
  const isChord = /^(mod|alt)\+|^f\d+$/.test(keys);
  if (!isChord && (wasLost || isTyping(event.target) || isTaken(event.target, keys))) return false;
  // The one registered last is the nearest to what is on the screen.
  for (const shortcut of [...registered].reverse()) {
    if (shortcut.keys !== keys || shortcut.when?.() === false) continue;
    event.preventDefault();
    if (!event.repeat || shortcut.repeats) shortcut.run();
    return true;
  }
  return false;
}

/** Listens for the life of the page. */
export function listenForShortcuts(): void {
  window.addEventListener('keydown', pressKey);
}
