import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** What waits to be sent, and what a person decides about it. */
export function outboxHandlers(workspaces: Workspaces): HandlersOf<'outbox'> {
  const outbox = async () => (await workspaces.toWrite()).outbox;
  return {
    'outbox.sendNow': async () => {
      (await outbox()).sendNow();
    },
    'outbox.pause': async (isPaused) => {
      await (await outbox()).pause(isPaused);
    },
    'outbox.discardEffects': async (id) => (await outbox()).discardEffects(id),
    'outbox.discard': async ({ entryId, withReleased }) => {
      await (await outbox()).discard(entryId, { withReleased });
    },
    'outbox.undo': async (id) => (await outbox()).undo(id),
    'outbox.correct': async (correction) => {
      await (await outbox()).correct(correction);
    },
    'outbox.resolve': async (resolution) => {
      await (await outbox()).resolve(resolution);
    },
    'outbox.decide': async (decision) => {
      await (await outbox()).decide(decision);
    },
  };
}
