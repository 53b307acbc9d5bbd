import { shallowReactive, shallowRef, watch, type ShallowRef } from 'vue';
import type { RouteLocationNormalized, Router } from 'vue-router';
import { onScopeDispose } from 'vue';
import { useBridge } from '@/bridge';
import { useSessionStore } from './stores/session-store';

/** Something that a person typed and that is not kept yet. */
export type UnsavedWork = {
  isUnsaved(): boolean;
  /** What it is about, for the question: a plate, a name. */
  name(): string;
  /** Whether going there leaves it behind; another screen always does. */
  isLeft(to: RouteLocationNormalized): boolean;
  /** Keeps it; false where that could not be. */
  save(): Promise<boolean>;
  discard(): void;
};

/** A question that waits for its answer. */
type Question = { work: UnsavedWork; answer: (mayGo: boolean) => void };

const works = shallowReactive(new Set<UnsavedWork>());
const question: ShallowRef<Question | null> = shallowRef(null);

/** The question that is on the screen, for its dialog alone. */
export function useUnsavedQuestion(): ShallowRef<Question | null> {
  return question;
}

/** Asks before anything leaves this work behind, for as long as the calling component lives. */
export function guardUnsaved(work: UnsavedWork): void {
  works.add(work);
  onScopeDispose(() => {
    works.delete(work);
  });
}

/**
 * Asks before a dialog closes over what was typed in it.
 * @param work what is in the dialog; `save` closes it where that went well
 * @param close closes the dialog
 * @param parts other pieces of work in it, each of which is asked for first
 * @returns closes it once a person has answered, for Escape, a click beside it and its Cancel
 */
export function guardDialog(
  work: Pick<UnsavedWork, 'isUnsaved' | 'name' | 'save'>,
  close: () => void,
  parts: () => readonly UnsavedWork[] = () => [],
): () => Promise<void> {
  const guarded: UnsavedWork = { ...work, isLeft: () => false, discard: close };
  guardUnsaved(guarded);
  return async () => {
    if (await mayLeave([...parts(), guarded])) close();
  };
}

function unsaved(): UnsavedWork[] {
  return [...works].filter((work) => work.isUnsaved());
}

function ask(work: UnsavedWork): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((resolve) => {
    question.value = {
      work,
      answer(mayGo) {
        question.value = null;
        resolve(mayGo);
      },
    };
  });
}

/** Whether everything unsaved may be left; asks for each piece of work. */
export async function mayLeave(left: readonly UnsavedWork[] = unsaved()): Promise<boolean> {
  for (const work of left) if (work.isUnsaved() && !(await ask(work))) return false;
  return true;
}

/** Whether another screen is shown then, not another part of the same. */
function isElsewhere(to: RouteLocationNormalized, from: RouteLocationNormalized): boolean {
  return to.matched[0]?.path !== from.matched[0]?.path;
}

/**
 * Whether everything unsaved may be left in all windows, as signing out does. A window of its own
 * that has unsaved work stays, comes to the front and asks there.
 */
export async function mayLeaveAllWindows(): Promise<boolean> {
  if (!(await mayLeave())) return false;
  const closed = await useBridge().desktop.closeWindows();
  return !closed.ok || closed.data;
}

/** Holds navigation, and the closing of the window, until a person has answered. */
export function holdForUnsaved(router: Router): void {
  const stop = router.beforeEach((to, from) => {
    const left = unsaved().filter((work) => isElsewhere(to, from) || work.isLeft(to));
    return left.length === 0 || mayLeave(left);
  });
  const session = useSessionStore();
  // A restart into a newer version waits for it, in whichever window it is.
  watch(
    () => unsaved().length > 0,
    (isUnsaved) => void useBridge().updates.tellUnsaved(isUnsaved),
  );

  let holds = 0;
  function holdWindow(event: BeforeUnloadEvent): void {
    // After a sign-out main loads another document, and nothing can be kept any more.
    const isSignedIn = ['signed-in', 'expired'].includes(session.state.phase);
    if (!isSignedIn || unsaved().length === 0) return;
    event.preventDefault();
    holds += 1;
    const hold = holds;
    void mayLeave().then((mayGo) => {
      if (mayGo) window.close();
      // A second wish to close asks anew, and only its answer counts.
      else if (hold === holds) void useBridge().desktop.stay();
    });
  }

  window.addEventListener('beforeunload', holdWindow);
  onScopeDispose(() => {
    stop();
    window.removeEventListener('beforeunload', holdWindow);
  });
}
