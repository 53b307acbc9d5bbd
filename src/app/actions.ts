import { onScopeDispose, shallowReactive, type Component } from 'vue';
import type { MessageKey } from '@/i18n/i18n';

/** Something to do that the command palette offers. */
export type Action = {
  id: string;
  label: MessageKey;
  icon: Component;
  /** The shortcut that does the same, to be learnt by the way. */
  keys?: string;
  run: () => void;
  /** Asked when the palette opens; an action that says no is left out. */
  when?: () => boolean;
  /** Why it can't be taken, as a sentence: the palette shows it with that reason. */
  refusal?: () => string | null;
};

const registered = shallowReactive(new Set<Action>());

/** Every action that can be taken at the moment. */
export function listActions(): Action[] {
  return [...registered].filter((action) => action.when?.() !== false);
}

/** Offers actions for as long as the calling component lives. */
export function useActions(actions: readonly Action[]): void {
  for (const action of actions) registered.add(action);
  onScopeDispose(() => {
    for (const action of actions) registered.delete(action);
  });
}
