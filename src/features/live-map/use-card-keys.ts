import { watch } from 'vue';
import { useLiveMapStore } from './live-map-store';

/** What of the screen the keys lead to. */
type Ways = {
  centre(vehicleId: string): void;
  focusCard(): void;
  /** Answers whether there is a list to go back to. */
  focusList(): boolean;
};

/**
 * The way by keys from the list into the card and back: Enter brings the selected vehicle into the
 * middle, Enter again or → leads into its card, Escape leads back.
 */
export function useCardKeys({ centre, focusCard, focusList }: Ways) {
  const choice = useLiveMapStore();
  /** The vehicle that Enter has brought into the middle. */
  let centred: string | null = null;
  let cameByKey = false;

  watch(
    () => choice.selected,
    () => {
      centred = null;
      cameByKey = false;
    },
  );

  function showDetails(): void {
    cameByKey = true;
    focusCard();
  }

  return {
    showDetails,
    enter(): void {
      const { selected } = choice;
      if (selected === null) return;
      if (selected === centred) {
        showDetails();
        return;
      }
      centre(selected);
      centred = selected;
    },
    /** Escape in the card; who came by the pointer closes it. */
    leave(event: KeyboardEvent): void {
      if (!cameByKey || !focusList()) return;
      cameByKey = false;
      event.stopPropagation();
    },
  };
}
