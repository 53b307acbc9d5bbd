import { computed, shallowRef, type ComputedRef } from 'vue';
import type { Settings } from '@contract/settings';

/** What a person chose of how times and dates are written. */
export type FormatChoices = Pick<Settings, 'clock' | 'firstWeekday' | 'formatRegion'>;

const usual: FormatChoices = { clock: 'h23', firstWeekday: null, formatRegion: null };
const source = shallowRef<() => FormatChoices>(() => usual);

/** Set once, before the page is shown; `chosen` is reactive. */
export function followFormatChoices(chosen: () => FormatChoices): void {
  source.value = chosen;
}

/** What a person chose of how times and dates are written. */
export function useFormatChoices(): ComputedRef<FormatChoices> {
  return computed(() => source.value());
}
