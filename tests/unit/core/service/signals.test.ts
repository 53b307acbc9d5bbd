import { describe, expect, it } from 'vitest';
import { abortable, withinSession } from '@core/service/signals';
import { settle } from '../virtual-clock';

/** A session that a test can end. */
class FakeSession {
  readonly listeners = new Set<() => void>();

  onEnd(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

describe('abortable', () => {
  it('lets go at once, and of the failure that comes later too', async () => {
    const unhandled: unknown[] = [];
    const note = (fault: unknown): number => unhandled.push(fault);
    process.on('unhandledRejection', note);
    const controller = new AbortController();
    controller.abort();
    const late = settle().then(() => Promise.reject(new Error('late')));
    await expect(abortable(late, controller.signal)).rejects.toMatchObject({
      error: { code: 'cancelled' },
    });
    await settle();
    await settle();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('answers what it waited for', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
  });
});

describe('within a session', () => {
  it('a call ends with the session, and is forgotten by it afterwards', async () => {
    const session = new FakeSession();
    const call = withinSession(session, undefined, (signal) =>
      abortable(new Promise(() => undefined), signal),
    );
    expect(session.listeners.size).toBe(1);
    for (const end of session.listeners) end();
    await expect(call).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(session.listeners.size).toBe(0);
  });

  it('a call that nobody wants is not begun', async () => {
    const controller = new AbortController();
    controller.abort();
    let isBegun = false;
    const call = withinSession(new FakeSession(), controller.signal, () => {
      isBegun = true;
      return Promise.resolve();
    });
    await expect(call).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(isBegun).toBe(false);
  });
});
