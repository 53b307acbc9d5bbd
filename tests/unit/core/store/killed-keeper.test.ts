import { beforeEach, describe, expect, it } from 'vitest';
import type { PassphraseKeychains } from '@core/ports/passphrase-keychains';
import type { StoreKeeper } from '@core/store/store-keeper';
import {
  ID,
  ana,
  anaUnder,
  endAndRestart,
  files,
  keeper,
  keychain,
  keys,
  passphrases,
  restart,
  stores,
  openHouseForEach,
} from './keeper-house';

openHouseForEach();

/** No work here writes more often than this. */
const MOST_WRITES = 10;

/** What a process that has ended still waits for. */
const NEVER = new Promise<never>(() => undefined);

/** A process that ends at one of its writes, counted from 0: before it is done, or right after. */
class Process {
  /** The write at which it ended. */
  endedAt: string | null = null;
  readonly #ended: Promise<void>;
  readonly #isDone: boolean;
  #end: () => void = () => undefined;
  #left: number;

  constructor(writes: number, isDone: boolean) {
    this.#left = writes;
    this.#isDone = isDone;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Works until the work or the process has ended. */
  async run(work: (keeper: StoreKeeper) => Promise<unknown>): Promise<void> {
    await Promise.race([work(restart(this.#ports())), this.#ended]);
  }

  #ports() {
    return {
      files: this.#kill(files, ['write', 'remove', 'setAside']),
      keychain: this.#kill(keychain, ['write', 'remove']),
      passphrases: this.vaults(),
      stores: this.#kill(stores, ['open', 'setAside', 'erase']),
    };
  }

  vaults(): PassphraseKeychains {
    return {
      open: (passphrase) => this.#kill(passphrases.open(passphrase), ['write', 'remove']),
      discard: (account) => passphrases.discard(account),
    };
  }

  #kill<T extends object>(port: T, writes: readonly (keyof T)[]): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          const call = (): unknown => Reflect.apply(member, target, args);
          const isWrite = writes.includes(name as keyof T);
          return isWrite || this.endedAt !== null ? this.#write(String(name), call) : call();
        };
      },
    });
  }

  async #write(name: string, call: () => unknown): Promise<unknown> {
    if (this.endedAt === null && this.#left > 0) {
      this.#left -= 1;
      return call();
    }
    if (this.endedAt === null) {
      this.endedAt = name;
      // Whether it succeeded, nobody learns any more.
      if (this.#isDone) await Promise.allSettled([call()]);
      this.#end();
    }
    return NEVER;
  }
}

/** The store keys under passphrases, by their accounts. */
function keysOfStores(): Map<string, string> {
  const found = [...passphrases.entries].filter(([account]) => account !== ID);
  return new Map(found.map(([account, { secret }]) => [account, secret]));
}

/** Opens, and where that is not possible does what the screen offers. */
async function openOrStartOver(passphrase: string): Promise<void> {
  const owner = await anaUnder(passphrase);
  if ((await keeper.open(owner)) === null) await keeper.startOver();
  expect(keeper.state().phase).toBe('open');
}

const writes = Array.from({ length: MOST_WRITES }, (_, number) => number);

describe.each([
  ['before', false],
  ['after', true],
])('a run that was killed %s a write', (_, isDone) => {
  async function kill(
    number: number,
    passphrase: string,
    startsOver = false,
  ): Promise<string | null> {
    const process = new Process(number, isDone);
    const owner = await anaUnder(passphrase, process.vaults());
    await process.run(async (killed) => {
      await killed.open(owner);
      if (startsOver) await killed.startOver();
    });
    restart();
    return process.endedAt;
  }

  it('counts no more writes than are tried here', async () => {
    await openOrStartOver('first');
    await endAndRestart();
    expect(await kill(MOST_WRITES, 'second', true)).toBeNull();
  });

  describe('that started over', () => {
    beforeEach(async () => {
      await openOrStartOver('first');
      await endAndRestart();
      Object.assign(stores.files.get(ID) ?? {}, { unsent: 1 });
    });

    it.each(writes)('(%i) cuts nothing off, and writes over no key', async (number) => {
      const before = [...keysOfStores()];
      await kill(number, 'second', true);
      await openOrStartOver('second');
      expect(keeper.state().setAside).toMatchObject({ isChosen: true, recovered: null });
      await endAndRestart();
      await openOrStartOver('first');
      expect(keeper.state().setAside).toMatchObject({ recovered: 1 });
      expect([...keysOfStores()]).toEqual(expect.arrayContaining(before));
    });
  });

  it.each(writes)('(%i) amid a sign-out that erases leaves nothing for good', async (number) => {
    await keeper.open(ana());
    await endAndRestart();
    const process = new Process(number, isDone);
    let isSignedIn = true;
    await process.run(async (killed) => {
      await killed.open(ana());
      await killed.wishErasing(ID, 'unless-unsent');
      isSignedIn = false;
      await killed.erase();
    });
    restart();
    await keeper.retry();
    // Where it ended before the tokens went, their owner is signed in again, and nothing is lost.
    await (isSignedIn ? keeper.open(ana()) : keeper.eraseWished());
    expect(keeper.state()).toMatchObject({ phase: isSignedIn ? 'open' : 'closed', error: null });
    expect(keeper.state().setAside).toBeNull();
    await endAndRestart();
    await keeper.eraseWished();
    expect([stores.files.size, Object.keys(keys()).length]).toEqual(isSignedIn ? [1, 1] : [0, 0]);
    expect(files.everything).not.toMatch(/unless-unsent|"isErasing":true/);
  });

  it.each(writes)('(%i) while it made the first store tells nothing', async (number) => {
    await kill(number, 'first');
    await keeper.open(await anaUnder('first'));
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: null });
    expect(keysOfStores().size).toBe(1);
  });

  it.each(writes)('(%i) after its file was lost tells that, once', async (number) => {
    await openOrStartOver('first');
    await endAndRestart();
    stores.files.clear();
    await kill(number, 'first');
    await keeper.open(await anaUnder('first'));
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: { fileName: null } });
    await keeper.acknowledge();
    expect(keeper.state().setAside).toBeNull();
    await endAndRestart();
    await keeper.open(await anaUnder('first'));
    expect(keeper.state().setAside).toBeNull();
  });

  it.each(writes)('(%i) over a damaged file takes over what was in it, once', async (number) => {
    await openOrStartOver('first');
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { isDamaged: true, unsent: 2 });
    await kill(number, 'first');
    await keeper.open(await anaUnder('first'));
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: { recovered: 2 } });
    expect([stores.aside.size, keysOfStores().size]).toEqual([1, 1]);
    await keeper.acknowledge();
    expect(keeper.state().setAside).toBeNull();
  });
});
