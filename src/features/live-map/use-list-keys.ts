import { useFoundPlaceStore } from '@/app/places/found-place-store';
import { shortcutsOf } from '@/app/shortcut-keys';
import { useShortcuts } from '@/app/shortcuts';
import { useSessionStore } from '@/app/stores/session-store';
import { usePermission } from '@/app/use-permission';
import { nothingSelected } from '@/features/records/selection';
import { useLiveMapStore } from './live-map-store';

/** What of the screen the keys work on. */
type Screen = {
  enter(): void;
  /** Selects the row some steps further down. */
  move(steps: number): void;
  focusFilter(): void;
  /** Opens the menu of the selected vehicle. */
  openMenu(): void;
  /** The list is a drawer. */
  isNarrow(): boolean;
};

/** The keys of the live map. */
export function useListKeys(screen: Screen): void {
  const choice = useLiveMapStore();
  const places = useFoundPlaceStore();
  const session = useSessionStore();
  const { can } = usePermission();

  /** Following can always be ended. */
  function mayFollow(): boolean {
    return choice.follows || can('tracking', 'read', choice.selected).reason === null;
  }

  const on = shortcutsOf('liveMap.keys.group');
  useShortcuts([
    ...on('liveMap.keys.next', { run: () => screen.move(1), repeats: true }),
    ...on('liveMap.keys.previous', { run: () => screen.move(-1), repeats: true }),
    ...on('liveMap.keys.centre', { run: screen.enter, when: () => choice.selected !== null }),
    ...on('liveMap.keys.follow', {
      run: () => (choice.follows = !choice.follows),
      when: () => choice.selected !== null && !session.isFrozen && mayFollow(),
    }),
    ...on('liveMap.keys.menu', { run: screen.openMenu, when: () => choice.selected !== null }),
    ...on('liveMap.find.open', { run: () => (places.isSearching = true) }),
    ...on('liveMap.keys.filter', { run: () => screen.focusFilter() }),
    ...on('liveMap.keys.close', {
      run: () => {
        choice.select(null);
      },
      when: () => choice.selected !== null,
    }),
    ...on('liveMap.list.close', {
      run: () => {
        choice.isListOpen = false;
      },
      when: () => choice.isListOpen && screen.isNarrow(),
    }),
    ...on('records.selection.clear', {
      run: () => {
        choice.marked = nothingSelected;
      },
      when: () => choice.marked.keys.size > 0,
    }),
  ]);
}
