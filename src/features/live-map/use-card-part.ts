import type { Result } from '@contract/errors';
import type { CardPart } from '@contract/vehicles';
import type { CallTerms } from '@/bridge/cancellable';
import { shallowRef } from 'vue';
import { mayPass } from './card-parts';

/** A part of the card as it is shown. */
export type ShownPart<T> = {
  /** What is known of it, or why nothing is; null: that is not known yet. */
  told: CardPart<T> | null;
  /** It is being asked for. */
  isAsked: boolean;
};

/** Whether what is shown of a part is not all yet: it is being asked for, or will be. */
export function isBusy({ told, isAsked }: ShownPart<unknown>): boolean {
  return isAsked || told === null;
}

/**
 * A part of the card: what is known of it is shown while it is asked for, and stays where the answer
 * brings nothing newer. `nothing` is what an empty one holds.
 */
export function useCardPart<T>(
  read: (id: string, terms: CallTerms) => Promise<Result<CardPart<T>>>,
  nothing: T,
) {
  const shown = shallowRef<ShownPart<T>>({ told: null, isAsked: false });

  /** Another vehicle is chosen, of which this is known. */
  function begin(told: CardPart<T> | null) {
    shown.value = { told, isAsked: false };
  }

  /** What was known before; the answer of the service goes before it. */
  function fill(told: CardPart<T> | null) {
    if (shown.value.told === null) shown.value = { ...shown.value, told };
  }

  /** Asks for it, unless that is under way; what comes once the signal aborted is not wanted. */
  async function ask(id: string, signal: AbortSignal) {
    if (shown.value.isAsked) return;
    shown.value = { ...shown.value, isAsked: true };
    const answer = await read(id, { signal });
    if (signal.aborted) return;
    const before = shown.value.told ?? { value: nothing, readAt: null };
    const told = answer.ok ? answer.data : { ...before, error: answer.error };
    shown.value = { told, isAsked: false };
  }

  /** Asks again where that may bring what is missing. */
  function retry(id: string, signal: AbortSignal) {
    if (mayPass(shown.value.told?.error ?? null)) void ask(id, signal);
  }

  return { shown, begin, fill, ask, retry };
}
