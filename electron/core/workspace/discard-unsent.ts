import { FleetdeskError } from '@contract/errors';
import type { OutboxSnapshot } from '@contract/outbox';
import type { Outbox } from '../outbox/outbox';
import type { Clock } from '../ports/clock';

/** So long, ms, what is on its way to the service is waited for. */
const PATIENCE = 5_000;

/** What is needed of an outbox to empty it. */
export type Discardable = Pick<Outbox, 'snapshot' | 'subscribe' | 'pause' | 'discard'>;

/**
 * Drops everything that was not sent. What is on its way just then can't be dropped: it gets a
 * moment to arrive, and else stays, to be looked up at the next sign-in.
 */
export async function discardUnsent(outbox: Discardable, clock: Clock): Promise<void> {
  const { isPaused } = outbox.snapshot();
  // So that nothing goes out between one discard and the next.
  await outbox.pause(true);
  try {
    await discardAll(outbox);
    if (isSending(outbox.snapshot())) {
      await arrived(outbox, clock);
      await discardAll(outbox);
    }
  } finally {
    await outbox.pause(isPaused);
  }
}

async function discardAll(outbox: Discardable): Promise<void> {
  // The newest first, since others may depend on those before.
  for (const { id, state } of outbox.snapshot().entries.toReversed()) {
    if (state !== 'sending') await discard(outbox, id);
  }
}

async function discard(outbox: Discardable, id: string): Promise<void> {
  try {
    await outbox.discard(id);
  } catch (caught) {
    // It went along with another one, or went out in the last moment.
    if (!(caught instanceof FleetdeskError)) throw caught;
  }
}

function isSending({ entries }: OutboxSnapshot): boolean {
  return entries.some(({ state }) => state === 'sending');
}

async function arrived(outbox: Discardable, clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      forget();
      stop();
      resolve();
    };
    const stop = clock.after(PATIENCE, end);
    const forget = outbox.subscribe(() => {
      if (!isSending(outbox.snapshot())) end();
    });
  });
}
