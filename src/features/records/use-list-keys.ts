import { shortcutsOf } from '@/app/shortcut-keys';
import { isTyping, useShortcuts } from '@/app/shortcuts';
import { usePermission } from '@/app/use-permission';
import type { Ref } from 'vue';
import type { RecordKind } from './kind';
import type { Resource } from './use-resource';

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

  /** The keys work in the list from then on: Enter opens its row, and Tab goes on from there. */
  function move(steps: number, extend: boolean): void {
    on.focusList();
    resource.move(steps, extend);
  }

  const step = (steps: number, extend = false) => ({
    run: () => {
      move(steps, extend);
    },
    repeats: true,
  });

  const keys = shortcutsOf('records.keys.group');
  useShortcuts([
    // The table takes the arrows itself while it has the focus.
    ...keys('records.keys.next', step(1)),
    ...keys('records.keys.previous', step(-1)),
    ...keys('records.keys.selectDown', step(1, true)),
    ...keys('records.keys.selectUp', step(-1, true)),
    ...keys('records.keys.open', {
      run: () => {
        const { cursor } = selection.state.value;
        if (on.hasPanel.value) on.enter();
        else if (cursor !== null) void resource.openMarked(cursor);
      },
      when: () => selection.state.value.cursor !== null,
    }),
    ...keys('records.keys.select', {
      run: () => {
        const { cursor } = selection.state.value;
        if (cursor !== null) selection.pick(cursor, 'add');
      },
      when: () => selection.state.value.cursor !== null,
    }),
    ...keys('records.keys.new', {
      run: () => void resource.begin(),
      when: () => refusal(kind.collection, 'create') === null,
    }).map((each) => ({ ...each, label: `${kind.collection}.new` as const })),
    ...keys('records.keys.copy', {
      run: on.copy,
      // Text that is marked or being typed is what is meant then.
      when: () =>
        resource.meant().length > 0 &&
        !isTyping(document.activeElement) &&
        (document.getSelection()?.toString() ?? '') === '',
    }),
    ...keys('records.keys.search', { run: on.focusSearch }),
    ...keys('records.keys.remove', {
      run: on.remove,
      when: () => resource.meant().length > 0,
    }),
    ...keys('records.selection.clear', {
      run: () => {
        selection.clear();
      },
      when: () => selection.state.value.keys.size > 0,
    }),
    ...keys('records.keys.close', { run: on.close, when: () => on.hasPanel.value }),
  ]);
}
