import { onScopeDispose, shallowRef, type ShallowRef } from 'vue';

/** How long a note such as "Number copied" is shown, milliseconds. */
const shownFor = 5_000;

/** A note that goes on its own: what it says, or null while it says nothing. */
export function useBriefNote<Note>(): {
  note: Readonly<ShallowRef<Note | null>>;
  /** Shows a note from now on; null takes it away at once. */
  say(note: Note | null): void;
} {
  const note = shallowRef<Note | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function say(said: Note | null): void {
    clearTimeout(timer);
    note.value = said;
    if (said !== null) timer = setTimeout(say, shownFor, null);
  }

  onScopeDispose(() => {
    clearTimeout(timer);
  });
  return { note, say };
}
