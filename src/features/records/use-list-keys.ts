import { isTyping, useShortcuts } from '@/app/shortcuts';
import { usePermission } from '@/app/use-permission';
import type { Ref } from 'vue';
import type { RecordKind } from './kind';
import type { Resource } from './use-resource';

/** The table takes these itself while it has the focus. */
const arrows = [
  { keys: 'arrowdown', label: 'records.keys.next', steps: 1, extend: false },
  { keys: 'arrowup', label: 'records.keys.previous', steps: -1, extend: false },
  { keys: 'shift+arrowdown', label: 'records.keys.selectDown', steps: 1, extend: true },
  { keys: 'shift+arrowup', label: 'records.keys.selectUp', steps: -1, extend: true },
] as const;

/** The keys of a resource screen. */
export function useListKeys(
  kind: RecordKind,
  on: {
    resource: Resource;
    hasPanel: Readonly<Ref<boolean>>;
    close(): void;
    copy(): void;
    /** Goes into the open panel. */
    enter(): void;
    remove(): void;
    focusSearch(): void;
    focusList(): void;
  },
): void {
  const { resource } = on;
  const { selection } = resource;
  const { refusal } = usePermission();
  const group = 'records.keys.group' as const;

  /** Keys that begin nowhere begin in the list, so that Tab goes on from there. */
  function move(steps: number, extend: boolean): void {
    if (document.activeElement === document.body) on.focusList();
    resource.move(steps, extend);
  }

  useShortcuts([
    {
      keys: 'j',
      label: 'records.keys.next',
      group,
      run: () => {
        move(1, false);
      },
      repeats: true,
    },
    {
      keys: 'k',
      label: 'records.keys.previous',
      group,
      run: () => {
        move(-1, false);
      },
      repeats: true,
    },
    ...arrows.map(({ keys, label, steps, extend }) => ({
      keys,
      label,
      group,
      run: () => {
        move(steps, extend);
      },
      repeats: true,
    })),
    {
      keys: 'enter',
      label: 'records.keys.open',
      group,
      run: () => {
        const { cursor } = selection.state.value;
        if (on.hasPanel.value) on.enter();
        else if (cursor !== null) void resource.openMarked(cursor);
      },
      when: () => selection.state.value.cursor !== null,
    },
    {
      keys: 'x',
      label: 'records.keys.select',
      group,
      run: () => {
        const { cursor } = selection.state.value;
        if (cursor !== null) selection.pick(cursor, 'add');
      },
      when: () => selection.state.value.cursor !== null,
    },
    {
      keys: 'n',
      label: `${kind.collection}.new`,
      group,
      run: () => void resource.begin(),
      when: () => refusal(kind.collection, 'create') === null,
    },
    {
      keys: 'mod+c',
      label: 'records.keys.copy',
      group,
      run: on.copy,
      // Text that is marked or being typed is what is meant then.
      when: () =>
        resource.meant().length > 0 &&
        !isTyping(document.activeElement) &&
        (document.getSelection()?.toString() ?? '') === '',
    },
    { keys: '/', label: 'records.keys.search', group, run: on.focusSearch },
    {
      keys: 'delete',
      label: 'records.keys.remove',
      group,
      run: on.remove,
      when: () => resource.meant().length > 0,
    },
    {
      keys: 'escape',
      label: 'records.selection.clear',
      group,
      run: () => {
        selection.clear();
      },
      when: () => selection.state.value.keys.size > 0,
    },
    {
      keys: 'escape',
      label: 'records.keys.close',
      group,
      run: on.close,
      when: () => on.hasPanel.value,
    },
  ]);
}
