import { wrapLongitude, type Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';
import { POINTS_AT_ONCE, type Where } from '@contract/where';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { nextPicture } from '@/app/ticks';
import { useBridge } from '@/bridge';
import { useI18n } from '@/i18n/i18n';
import { computed, onScopeDispose, shallowReactive, watch } from 'vue';

/** Something that is at a place; null while nobody knows where. */
export type Placed = { readonly id: string; readonly place: Place | null };

type Known = {
  readonly place: Place;
  readonly where: Where;
  /** Something may be known now that was not known then. */
  readonly isOutdated: boolean;
};

/** Moved by more than so many meters, it is asked again where something is. */
const movedBy = 20;

/** Moved by more than so many meters, what was said of the place before is shown no longer. */
const elsewhere = 300;

/** After a question that failed, or where a map file did not answer, milliseconds. */
const askAgainAfter = 15_000;

/**
 * Where things are, for what is on show just now; main knows it without any network.
 * @param after milliseconds that changes are gathered before they are asked about
 * @returns where one of them is, at the place that it is given with or, without one, at the place that
 * was wanted last; null while that is not known
 */
export function useWhere(
  wanted: () => readonly Placed[],
  after = 80,
): (id: string, place?: Place | null) => Where | null {
  const bridge = useBridge();
  const { locale } = useI18n();
  const sources = useMapSourcesStore();
  /** What is known of one changes nothing for who shows another. */
  const known = shallowReactive(new Map<string, Known>());
  const places = computed(
    () => new Map(wanted().flatMap(({ id, place }) => (place ? [[id, place] as const] : []))),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;

  function missing(): (readonly [string, Place])[] {
    return [...places.value].filter(([id, place]) => {
      const before = known.get(id);
      return !before || before.isOutdated || metersBetween(before.place, place) > movedBy;
    });
  }

  async function ask(): Promise<void> {
    timer = undefined;
    if (missing().length === 0 || isAsking) return;
    isAsking = true;
    // While nobody is at work, what two pictures show is asked for together.
    await nextPicture();
    if (isOver) return;
    const asked = missing().slice(0, POINTS_AT_ONCE);
    const language = locale.value;
    const answer = await bridge.places.where({
      points: asked.map(([, place]) => asPoint(place)),
      locale: language,
    });
    await nextPicture();
    isAsking = false;
    if (isOver) return;
    if (!answer.ok) {
      askAgain();
      return;
    }
    for (const id of [...known.keys()]) if (!places.value.has(id)) known.delete(id);
    asked.forEach(([id, place], index) => {
      const where = answer.data.places[index];
      if (where) known.set(id, { place, where, isOutdated: language !== locale.value });
    });
    if (!answer.data.isComplete) askAgain();
    if (missing().length > 0) askSoon();
  }

  function askSoon(): void {
    if (!isOver) timer ??= setTimeout(() => void ask(), after);
  }

  function askAgain(): void {
    clearTimeout(again);
    again = setTimeout(askAll, askAgainAfter);
  }

  /** What is known stays on show until the answer is there. */
  function askAll(): void {
    for (const [id, each] of [...known]) known.set(id, { ...each, isOutdated: true });
    askSoon();
  }

  watch(places, askSoon, { immediate: true });
  watch([locale, () => signatureOf(sources.state.sources)], askAll);
  onScopeDispose(() => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(again);
  });

  return (id, place = places.value.get(id)) => {
    const found = known.get(id);
    if (!found || !place || metersBetween(found.place, place) > elsewhere) return null;
    return found.where;
  };
}

/** A place as main takes it: tracks across the date line go beyond ±180. */
export function asPoint({ latitude, longitude }: Place): Place {
  return {
    latitude: Math.min(90, Math.max(-90, latitude)),
    longitude: wrapLongitude(longitude),
  };
}

/** Other maps know other names; what is wrong with one of their tiles changes nothing. */
function signatureOf(
  sources: readonly { id: number; shown: boolean; readable: boolean }[],
): string {
  return sources
    .filter(({ shown, readable }) => shown && readable)
    .map(({ id }) => id)
    .join(' ');
}
