import type { AppError, Result } from '@contract/errors';
import { canBeUndone, type OutboxEntry } from '@contract/outbox';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useBridge } from '@/bridge';
import { callAt, timeNow } from './clock';
import { useOutboxStore } from './stores/outbox-store';

/** A change of what is kept on this computer can be taken back for so long, milliseconds. */
const offeredFor = 10_000;

/** What became of the last undo: what was taken back, what stays, or why nothing was taken back. */
export type UndoOutcome = {
  undone: readonly OutboxEntry[];
  /** Made together with it and sent, or perhaps sent. */
  stays: readonly OutboxEntry[];
  /** A change on this computer was taken back. */
  isLocal: boolean;
  error: AppError | null;
};

/** A change on this computer alone, which no outbox holds. */
export interface LocalChange {
  /** What was done, as a sentence. */
  readonly title: string;
  /** Takes it back once it is made; answers why it can't be. */
  takeBack(): Promise<AppError | null>;
}

interface Offered extends LocalChange {
  /** When it was made, and until when it can be taken back, epoch milliseconds. */
  readonly at: number;
  readonly until: number;
}

/** The changes that one press makes one after the other: one undo takes them all back. */
export class Press {
  readonly ids = new Set<string>();
  /** Whether an undo took back what was made so far: nothing more is to be made. */
  isTakenBack = false;
  readonly #calls = new Set<Promise<unknown>>();

  /** Notes a call that makes changes. */
  calls(call: Promise<unknown>): void {
    this.#calls.add(call);
    const over = () => this.#calls.delete(call);
    void call.then(over, over);
  }

  get isCalling(): boolean {
    return this.#calls.size > 0;
  }

  /** Resolves once all that was asked for is answered. */
  async made(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }
}

/** What the answer to a call that makes changes says of them. */
type Made = { entryId: string } | { entryIds: readonly string[] };

/**
 * Taking back what still waits and takes something away (a delete, a removal, a deactivation) or
 * adds something to a vehicle: the newest at once, with those made with it. One that is held goes
 * out in seconds, so it comes before those that wait for the connection.
 */
export const useUndo = defineStore('undo', () => {
  const outbox = useOutboxStore();
  const isBusy = ref(false);
  const outcome = shallowRef<UndoOutcome | null>(null);

  /** Presses of the changes that were made by them, by the ids of the changes. */
  const presses = shallowRef<ReadonlyMap<string, Press>>(new Map());
  /** Presses of which the list of changes doesn't know all yet, the newest last. */
  const ahead = shallowRef<readonly Press[]>([]);
  const local = shallowRef<Offered | null>(null);
  let dropOffer = (): void => undefined;

  /** Changes that were listed while presses were ahead: one may be over before its answer comes. */
  const listed = new Set<string>();

  outbox.onPatch(({ changed, removed }) => {
    if (ahead.value.length === 0) return;
    for (const id of [...changed.map((entry) => entry.id), ...removed]) listed.add(id);
    forgetListed();
  });

  function forgetListed(): void {
    const isAhead = (press: Press) =>
      press.isCalling || [...press.ids].some((id) => !listed.has(id));
    ahead.value = ahead.value.filter(isAhead);
    if (ahead.value.length === 0) listed.clear();
  }

  /**
   * Makes changes that an undo can take back. One that is asked for before the answer, or before
   * the changes are listed, waits for it and takes these back rather than older ones.
   */
  async function make<T extends Made>(
    call: Promise<Result<T>>,
    press = new Press(),
  ): Promise<Result<T>> {
    press.calls(call);
    if (!ahead.value.includes(press)) ahead.value = [...ahead.value, press];
    const answer = await call;
    if (answer.ok) {
      const { data } = answer;
      const made = 'entryId' in data ? [data.entryId] : data.entryIds;
      const ids = made.filter((id) => id !== '');
      for (const id of ids) press.ids.add(id);
      presses.value = new Map([...presses.value, ...ids.map((id) => [id, press] as const)]);
    }
    forgetListed();
    return answer;
  }

  function forgetOffer(): void {
    dropOffer();
    local.value = null;
  }

  /**
   * Offers to take back a change on this computer, for some seconds; made or still being made. The
   * answer withdraws the offer.
   */
  function offer(change: LocalChange): () => void {
    const at = timeNow();
    dropOffer();
    const offered = { ...change, at, until: at + offeredFor };
    local.value = offered;
    outcome.value = null;
    dropOffer = callAt(offered.until, forgetOffer);
    return () => {
      if (local.value === offered) forgetOffer();
    };
  }

  /** Whether changes were made together, at once or by one press. */
  function areTogether(one: OutboxEntry, other: OutboxEntry): boolean {
    const press = presses.value.get(one.id);
    if (one.action !== null && one.action === other.action) return true;
    return one.createdAt === other.createdAt || press?.ids.has(other.id) === true;
  }

  function newestOf(changes: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const last = changes.at(-1);
    return last ? changes.filter((each) => areTogether(last, each)) : [];
  }

  /** Changes made together with some, of the same kind, that have gone out. */
  function goneWith(changes: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const [first] = changes;
    if (!first) return [];
    const under = outbox.entries.filter(({ state }) => state === 'sending' || state === 'unsure');
    return [...under, ...outbox.sent].filter(
      (each) => each.kind === first.kind && areTogether(first, each),
    );
  }

  /** Whether an addition was entered with the record that it waits for, as a restored one is. */
  function belongsToCreate({ kind, holdUp, createdAt }: OutboxEntry): boolean {
    if (kind !== 'associate' || holdUp?.kind !== 'after') return false;
    const before = outbox.entries.find(({ id }) => id === holdUp.entryId);
    return before?.kind === 'create' && before.createdAt === createdAt;
  }

  /** Changes that are held for their ten seconds. */
  const held = computed(() => newestOf(outbox.held));
  /** What one press takes back. */
  const newest = computed(() =>
    held.value.length > 0
      ? held.value
      : newestOf(outbox.entries.filter((each) => canBeUndone(each) && !belongsToCreate(each))),
  );
  /** A change on this computer that is newer than all that is held. */
  const offered = computed(() => {
    const at = held.value[0]?.createdAt ?? -Infinity;
    return ahead.value.length === 0 && local.value && local.value.at > at ? local.value : null;
  });

  /** Takes changes back by their ids, all that was made with them first. */
  async function takeBack(ids: readonly string[]): Promise<UndoOutcome> {
    const undone = new Map<string, OutboxEntry>();
    const stays = new Map<string, OutboxEntry>();
    const errors: AppError[] = [];
    const late: AppError[] = [];
    const undoOne = async (id: string): Promise<void> => {
      const answer = await useBridge().outbox.undo(id);
      if (answer.ok) {
        for (const each of answer.data.undone) undone.set(each.id, each);
        for (const each of answer.data.stays) stays.set(each.id, each);
      } else (answer.error.reason === 'entry-done' ? late : errors).push(answer.error);
    };
    const [first, ...rest] = ids;
    if (first !== undefined) await undoOne(first);
    // The parts of one action are taken back together, by the first of them.
    await Promise.all(rest.filter((id) => !undone.has(id) && !stays.has(id)).map(undoOne));
    for (const gone of goneWith([...undone.values()])) {
      if (!undone.has(gone.id)) stays.set(gone.id, gone);
    }
    return {
      ...{ undone: [...undone.values()], stays: [...stays.values()], isLocal: false },
      error: errors[0] ?? (undone.size === 0 ? late[0] : null) ?? null,
    };
  }

  async function takeBackPress(press: Press): Promise<UndoOutcome | null> {
    press.isTakenBack = true;
    await press.made();
    ahead.value = ahead.value.filter((each) => each !== press);
    return press.ids.size === 0 ? null : takeBack([...press.ids]);
  }

  async function takeBackLocal(change: LocalChange): Promise<UndoOutcome> {
    forgetOffer();
    const error = await change.takeBack();
    // What could not be taken back can be tried once more.
    if (error) offer(change);
    return { undone: [], stays: [], isLocal: error === null, error };
  }

  function takeBackNewest(): Promise<UndoOutcome | null> {
    const press = ahead.value.at(-1);
    if (press) return takeBackPress(press);
    if (offered.value) return takeBackLocal(offered.value);
    for (const { id } of newest.value) {
      const made = presses.value.get(id);
      if (made) made.isTakenBack = true;
    }
    return takeBack(newest.value.map(({ id }) => id));
  }

  async function undo(): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    outcome.value = await takeBackNewest();
    isBusy.value = false;
  }

  /** Takes back one change, with what was made as one action with it; answers why it can't. */
  async function undoOf(id: string): Promise<AppError | null> {
    const { error, ...rest } = await takeBack([id]);
    if (error === null) outcome.value = { ...rest, error };
    return error;
  }

  return {
    held,
    newest,
    offered,
    isPossible: computed(
      () => newest.value.length > 0 || ahead.value.length > 0 || offered.value !== null,
    ),
    undo,
    undoOf,
    isBusy,
    outcome,
    make,
    offer,
    forgetOffer,
  };
});
