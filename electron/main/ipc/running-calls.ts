interface RunningCall {
  /** Null for a call that its page can't withdraw. */
  readonly callId: number | null;
  readonly controller: AbortController;
}

/** The calls that run, by the page that made them: it may withdraw them, or go away. */
export class RunningCalls {
  readonly #ofWindow = new Map<number, Set<RunningCall>>();

  /** Runs a call with the signal that tells when it is no longer wanted. */
  async run<T>(
    windowId: number,
    callId: unknown,
    work: (signal: AbortSignal) => Promise<T> | T,
  ): Promise<T> {
    const controller = new AbortController();
    const call: RunningCall = { callId: typeof callId === 'number' ? callId : null, controller };
    const ofWindow = this.#ofWindow.get(windowId) ?? new Set();
    this.#ofWindow.set(windowId, ofWindow.add(call));
    try {
      return await work(controller.signal);
    } finally {
      ofWindow.delete(call);
      if (ofWindow.size === 0 && this.#ofWindow.get(windowId) === ofWindow) {
        this.#ofWindow.delete(windowId);
      }
    }
  }

  /** A page no longer wants a call; one that is over, or was never made, is no matter. */
  cancel(windowId: number, callId: unknown): void {
    for (const call of this.#ofWindow.get(windowId) ?? []) {
      if (call.callId !== null && call.callId === callId) call.controller.abort();
    }
  }

  /** The page in a window is another one from now on, or gone: nobody wants its calls. */
  forget(windowId: number): void {
    const calls = this.#ofWindow.get(windowId);
    this.#ofWindow.delete(windowId);
    for (const { controller } of calls ?? []) controller.abort();
  }
}
