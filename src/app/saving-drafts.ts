/**
 * Lets calls that change something run one after the other, so that each can be made from what the
 * one before left. @param run does one call
 */
export function callsInTurn<Answer, Done>(
  run: (call: () => Promise<Answer>) => Promise<Done>,
): (call: () => Promise<Answer>) => Promise<Done> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const done = last.then(() => run(call));
    last = done.catch(() => undefined);
    return done;
  };
}

/**
 * A draft after its save: as it was saved, with what a person changed while the save was on its way.
 * @param sent the draft that the save was made from
 * @param now the draft as it is in the form
 */
export function withLater<Draft extends object>(saved: Draft, sent: Draft, now: Draft): Draft {
  const keys = Object.keys(now) as (keyof Draft)[];
  const later = keys.filter((key) => !isSame(now[key], sent[key]));
  return { ...saved, ...Object.fromEntries(later.map((key) => [key, now[key]])) };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
