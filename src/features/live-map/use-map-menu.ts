import { computed, shallowRef } from 'vue';
import { useLiveMapStore } from './live-map-store';
import type { MenuRequest } from './map-menu';
import type { useMapCommands } from './use-map-commands';

/** The menu of the live map: where it is open, and of what. */
export function useMapMenu(
  commands: Pick<ReturnType<typeof useMapCommands>, 'of'>,
  /** Where the card of the selected vehicle is in the window. */
  cardBox: () => DOMRect | undefined,
) {
  const choice = useLiveMapStore();
  /** What it was asked for last; it stays while the menu fades away. */
  const asked = shallowRef<MenuRequest | null>(null);
  const isOpen = shallowRef(false);

  function open(request: MenuRequest): void {
    asked.value = request;
    isOpen.value = true;
  }

  return {
    open,
    close: () => (isOpen.value = false),
    /** By keys, wherever the focus is: at the card. */
    openOfSelected(): void {
      const vehicleId = choice.selected;
      if (vehicleId === null) return;
      const { left = 0, top = 0 } = cardBox() ?? {};
      open({ at: { x: left + 16, y: top + 16 }, vehicleId, place: null });
    },
    /** Pixels of the window; null while it is closed. */
    at: computed(() => (isOpen.value && asked.value ? asked.value.at : null)),
    shown: computed(() => (asked.value ? commands.of(asked.value) : { label: '', items: [] })),
  };
}
