import { useFoundPlaceStore } from '@/app/places/found-place-store';
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

  const group = 'liveMap.keys.group' as const;
  useShortcuts([
    { keys: 'j', label: 'liveMap.keys.next', group, run: () => screen.move(1), repeats: true },
    {
      keys: 'k',
      label: 'liveMap.keys.previous',
      group,
      run: () => screen.move(-1),
      repeats: true,
    },
    {
      keys: 'enter',
      label: 'liveMap.keys.centre',
      group,
      run: screen.enter,
      when: () => choice.selected !== null,
    },
    {
      keys: 'f',
      label: 'liveMap.keys.follow',
      group,
      run: () => (choice.follows = !choice.follows),
      when: () => choice.selected !== null && !session.isFrozen && mayFollow(),
    },
    ...['shift+f10', 'contextmenu'].map((keys) => ({
      ...{ keys, group, label: 'liveMap.keys.menu' as const },
      run: screen.openMenu,
      when: () => choice.selected !== null,
    })),
    {
      ...{ keys: 'p', label: 'liveMap.find.open', group },
      run: () => (places.isSearching = true),
    },
    { keys: '/', label: 'liveMap.keys.filter', group, run: () => screen.focusFilter() },
    {
      keys: 'escape',
      label: 'liveMap.keys.close',
      group,
      run: () => {
        choice.select(null);
      },
      when: () => choice.selected !== null,
    },
    {
      keys: 'escape',
      label: 'liveMap.list.close',
      group,
      run: () => {
        choice.isListOpen = false;
      },
      when: () => choice.isListOpen && screen.isNarrow(),
    },
    {
      keys: 'escape',
      label: 'records.selection.clear',
      group,
      run: () => {
        choice.marked = nothingSelected;
      },
      when: () => choice.marked.keys.size > 0,
    },
  ]);
}
