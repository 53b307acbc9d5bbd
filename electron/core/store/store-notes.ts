import { z } from 'zod';
import type { Files } from '../ports/files';
import { Serial } from '../session/serial';
import { readStored } from '../stored-json';
import { keyAccount } from './store-key';

const FILE = 'store-keys.json';

// What a later version notes beside is kept: this one must neither drop it nor take all the notes
// for broken.
const asideSchema = z.looseObject({
  /** Null where the file was gone, with all that belongs to it. */
  fileName: z.string().nullable(),
  /** Keychain account of the key that opens it. */
  account: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** A person started over in its place. */
  isChosen: z.boolean().default(false),
  /** Unsent changes that were taken over from it; null until that was done. */
  recovered: z.number().int().nullable(),
  isSeen: z.boolean(),
});

const noteSchema = z.looseObject({
  /** Keychain account of the key in use. */
  account: z.string(),
  /** Saved connections by which this identity signed in. */
  connectionIds: z.array(z.string()),
  asides: z.array(asideSchema),
  /**
   * A file was made under this key and neither set aside nor erased: one that is gone was lost.
   * Of a note from before that was noted it is taken for granted: a loss
   * that is reported in vain does less harm than one that is not reported.
   */
  hasFile: z.boolean().default(true),
  /** All of it is being erased: where a run ended before that was done, the next one goes on. */
  isErasing: z.boolean().default(false),
  /**
   * All of it was to be erased once its owner is signed out, or all but what is unsent: where a run
   * ended before that was begun, the next one does it. It comes with `hasFile: false`, so that it
   * is void once a version that does not know it has opened the file.
   */
  wish: z.enum(['unless-unsent', 'everything']).nullable().default(null),
});

const fileSchema = z.looseObject({
  version: z.literal(1),
  identities: z.record(z.string(), noteSchema),
});

/** A store file that was set aside, or lost. */
export type AsideNote = z.output<typeof asideSchema>;

/** That an identity has a store key, and where. */
export type StoreNote = z.output<typeof noteSchema>;

/** What is to go at a sign-out: all that is kept, or what can be read again where something is unsent. */
export type ErasingWish = NonNullable<StoreNote['wish']>;

/** What is noted of an identity of which nothing is here, beside the account of its key. */
export const NOTHING = {
  connectionIds: [],
  asides: [],
  hasFile: false,
  isErasing: false,
  wish: null,
} satisfies Partial<StoreNote>;

/**
 * Notes beside the settings that store keys exist, so that a keychain that shows none is taken for
 * a locked one. They hold no secret. Without them everything still opens: then the keychain alone
 * is asked.
 */
export class StoreNotes {
  readonly #files: Files;
  /** One change after another: none is written over by another that began before it. */
  readonly #serial = new Serial();

  constructor(files: Files) {
    this.#files = files;
  }

  /** What is noted of an identity; null for nothing. */
  async of(identity: string): Promise<StoreNote | null> {
    return (await this.#read())[identity] ?? null;
  }

  /** The same; null as well where the notes can't be read, which are left as they are. */
  async peek(identity: string): Promise<StoreNote | null> {
    const text = await this.#files.read(FILE).catch(() => null);
    const stored = text === null ? null : readStored(fileSchema, text);
    return stored?.identities[identity] ?? null;
  }

  /** Identities that signed in by a saved connection. */
  async ofConnection(connectionId: string): Promise<string[]> {
    const notes = Object.entries(await this.#read());
    return notes.flatMap(([identity, { connectionIds }]) =>
      connectionIds.includes(connectionId) ? [identity] : [],
    );
  }

  /**
   * Identities of which something may be here that was to be erased. One that has a file again is
   * in use, whatever an older version left in its note.
   */
  async erasing(): Promise<string[]> {
    const notes = Object.entries(await this.#read());
    return notes.flatMap(([identity, { isErasing, hasFile }]) =>
      isErasing && !hasFile ? [identity] : [],
    );
  }

  /** Identities whose owners wished at a sign-out that it be erased, and where that was not begun. */
  async wished(): Promise<string[]> {
    const notes = Object.entries(await this.#read());
    return notes.flatMap(([identity, { wish, isErasing, hasFile }]) =>
      wish !== null && !isErasing && !hasFile ? [identity] : [],
    );
  }

  /** Notes an identity; null forgets it. */
  keep(identity: string, note: StoreNote | null): Promise<void> {
    return this.#serial.run(() => this.#keep(identity, note));
  }

  /**
   * Changes an identity's note, or begins it, and answers it; writes only what is new.
   * @param account of the key, for a note that begins here
   */
  change(
    identity: string,
    change: (note: StoreNote) => StoreNote,
    account = keyAccount(identity, 1),
  ): Promise<StoreNote> {
    return this.#serial.run(async () => {
      const before = await this.of(identity);
      const after = change(before ?? { ...NOTHING, account });
      await this.#replace(identity, before, after);
      return after;
    });
  }

  /** Changes an identity's note where there is one; writes only what is new. */
  edit(identity: string, change: (note: StoreNote) => Promise<StoreNote>): Promise<void> {
    return this.#serial.run(async () => {
      const before = await this.of(identity);
      if (before !== null) await this.#replace(identity, before, await change(before));
    });
  }

  async #replace(identity: string, before: StoreNote | null, after: StoreNote): Promise<void> {
    if (JSON.stringify(after) !== JSON.stringify(before)) await this.#keep(identity, after);
  }

  async #keep(identity: string, note: StoreNote | null): Promise<void> {
    const notes = new Map(Object.entries(await this.#read()));
    if (note === null) notes.delete(identity);
    else notes.set(identity, note);
    const content = { version: 1, identities: Object.fromEntries(notes) };
    await this.#files.write(FILE, JSON.stringify(content));
  }

  async #read(): Promise<Record<string, StoreNote>> {
    const text = await this.#files.read(FILE);
    if (text === null) return {};
    const stored = readStored(fileSchema, text);
    if (stored !== null) return stored.identities;
    await this.#files.setAside(FILE).catch(() => undefined);
    return {};
  }
}
