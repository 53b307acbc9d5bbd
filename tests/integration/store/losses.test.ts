import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LibsqlStores } from '@adapters/store/stores';
import { StoreKeeper, type StoreOwner } from '@core/store/store-keeper';
import { MemoryFiles } from '../../unit/core/memory-files';
import { MemoryKeychain, MemoryVaults } from '../../unit/core/session/house';
import { VirtualClock } from '../../unit/core/virtual-clock';
import { entry, makeFolder } from '../../unit/adapters/store/stored';
import { buildPrograms, type Built } from './built';

const ID = 'a1b2';

let built: Built;
beforeAll(async () => {
  built = await buildPrograms();
});
afterAll(() => {
  built.remove();
});

/** A keeper over real files; each run is a new one on what the last one left. */
function makeHouse() {
  const folder = join(makeFolder(), 'stores');
  const keychain = new MemoryKeychain();
  keychain.entries.set(ID, 'tokens');
  const options = {
    clock: new VirtualClock(),
    files: new MemoryFiles(),
    keychain,
    passphrases: new MemoryVaults(),
    stores: new LibsqlStores(folder, built.startStoreWorker),
  };
  const owner: StoreOwner = {
    identity: ID,
    storage: { keychain, account: ID },
    connectionId: 'office',
  };
  const run = async (work: (keeper: StoreKeeper) => Promise<void> = () => Promise.resolve()) => {
    const keeper = new StoreKeeper(options);
    expect(await keeper.open(owner)).not.toBeNull();
    const { setAside } = keeper.state();
    await work(keeper);
    await keeper.close();
    return setAside;
  };
  /** Leaves an unsent change behind, which can be looked at while it is open. */
  const fill = (look: () => void = () => undefined) =>
    run(async ({ store }) => {
      await store?.commit([{ kind: 'entry', entry: entry('e') }]);
      look();
    });
  return { folder, run, fill };
}

it('a store that somebody deleted whole is begun again, and that is told', async () => {
  const { folder, run, fill } = makeHouse();
  expect(await fill()).toBeNull();
  rmSync(folder, { recursive: true });
  const told = await run(async (keeper) => {
    expect(await keeper.store?.openEntries()).toEqual([]);
    await keeper.acknowledge();
  });
  expect(told).toMatchObject({ fileName: null, recovered: null });
  expect(readdirSync(folder)).toEqual([`${ID}.db`]);
  expect(await run()).toBeNull();
});

it.each([
  { log: 'whole', bytes: Infinity, recovered: 1 },
  { log: 'but for its end', bytes: 5_000, recovered: null },
])(
  'a store of which only the log is left, $log, is not told as one without changes',
  async ({ bytes, recovered }) => {
    const { folder, run, fill } = makeHouse();
    const file = join(folder, `${ID}.db`);
    let log = Buffer.alloc(0);
    await fill(() => {
      log = readFileSync(`${file}-wal`);
    });
    rmSync(file);
    writeFileSync(`${file}-wal`, log.subarray(0, bytes));
    const told = await run(async ({ store }) => {
      expect(await store?.openEntries()).toHaveLength(recovered ?? 0);
    });
    expect(told).toMatchObject({ fileName: `${ID}.db.aside-1`, recovered });
  },
);

it.each([
  ['zeros', 0],
  ['other bytes', 0xa7],
])(
  'a store whose first page became %s is set aside and told of as one that can not be read',
  async (_, byte) => {
    const { folder, run, fill } = makeHouse();
    await fill();
    const file = join(folder, `${ID}.db`);
    const damaged = readFileSync(file).fill(byte, 0, 4_096);
    writeFileSync(file, damaged);
    const told = await run(async ({ store }) => {
      expect(await store?.openEntries()).toEqual([]);
    });
    // Neither without a word nor as one in which nothing waited.
    expect(told).toMatchObject({
      fileName: `${ID}.db.aside-1`,
      isChosen: false,
      recovered: null,
    });
    expect(readFileSync(`${file}.aside-1`).equals(damaged)).toBe(true);
    // Until somebody has read it.
    const again = await run((keeper) => keeper.acknowledge());
    expect(again).toEqual(told);
    expect(await run()).toBeNull();
    expect(readFileSync(`${file}.aside-1`).equals(damaged)).toBe(true);
  },
);

it('a store that was erased on purpose is begun again without a word', async () => {
  const { folder, run, fill } = makeHouse();
  await fill();
  await run(async (keeper) => {
    await keeper.store?.eraseCached();
  });
  await run((keeper) => keeper.erase());
  expect(readdirSync(folder)).toEqual([]);
  expect(await run()).toBeNull();
});
