import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeDigest } from '@adapters/digest';
import { AppFiles } from '@adapters/files/app-files';
import { MachineFiles } from '@adapters/files/machine-files';
import { AxiosTransport } from '@adapters/http/axios-transport';
import { nodeNetwork } from '@adapters/http/node-network';
import { PassphraseVaults } from '@adapters/keychain/passphrase-keychain';
import { SystemKeychain } from '@adapters/keychain/system-keychain';
import { SystemRandom } from '@adapters/random';
import { openInlineStore } from '@adapters/store/inline-store';
import { SystemClock } from '@adapters/system-clock';
import { timeOfDay, type TestClock } from '@contract/test-clock';
import { RequestBudget } from '@core/budget/request-budget';
import { Connections } from '@core/session/connections';
import { Session } from '@core/session/session';
import { keyAccount, writeKey } from '@core/store/store-key';
import { NOTHING, StoreNotes } from '@core/store/store-notes';
import { startDemoService, type DemoService } from '../../electron/demo';
import { fillStore } from './fill-store';

/** How far the app's clock is ahead of the system's, ms. */
interface SeedClock {
  shift: number;
}

/**
 * Runs a demo service, signs in to it in a data folder of the app, and fills the store there, so
 * that the app opens it as after days of reading. The service runs until it is closed.
 */
export async function seedFolder(
  folder: string,
  vehicles: number,
  { shift }: SeedClock = { shift: 0 },
): Promise<DemoService> {
  const stores = join(folder, 'stores');
  if (existsSync(stores)) throw new Error(`${stores} is there already: choose an empty folder.`);
  const clock = { shift, pace: 1 };
  const now = () => timeOfDay(clock, Date.now());
  const demo = await startDemoService({ vehicles, now });
  const files = new AppFiles(folder);
  const keychain = new SystemKeychain();
  const { identity, connectionId } = await signIn(demo, { folder, files, keychain, clock });
  const account = keyAccount(identity, 1);
  const key = randomBytes(32).toString('hex');
  await writeKey(keychain, account, key);
  const note = { ...NOTHING, account, connectionIds: [connectionId], hasFile: true };
  await new StoreNotes(files).keep(identity, note);
  await files.idle();
  mkdirSync(stores, { recursive: true, mode: 0o700 });
  const store = await openInlineStore(join(stores, `${identity}.db`), key);
  await fillStore(store, vehicles, now());
  await store.close();
  return demo;
}

/** Where the sign-in is kept, and by which clock. */
interface Place {
  folder: string;
  files: AppFiles;
  keychain: SystemKeychain;
  clock: TestClock;
}

/** Signs in as the app does; answers whose store is to be opened. */
async function signIn(
  { url, publicKey, username, password }: DemoService,
  { folder, files, keychain, clock: testClock }: Place,
): Promise<{ identity: string; connectionId: string }> {
  const clock = SystemClock.forTests(testClock);
  const digest = new NodeDigest();
  const connections = new Connections({ clock, files, random: new SystemRandom() });
  await connections.load();
  const ledgers = await MachineFiles.open(join(folder, 'seeding'), folder);
  const budget = new RequestBudget({ clock, ledgers, digest });
  const session = new Session({
    ...{ clock, files, digest, budget, connections, keychain },
    transport: new AxiosTransport(nodeNetwork),
    passphrases: new PassphraseVaults(files),
  });
  const state = await session.signIn({
    connectionId: null,
    connection: {
      ...{ name: 'Seeded fleet', baseUrl: url, timeZone: 'America/Sao_Paulo', units: 'km/h' },
      ...{ budgetShare: null, allowPlainHttp: false },
    },
    ...{ publicKey, username, password, place: 'keychain' },
  });
  const active = session.active();
  if (active === null) throw new Error(`Nobody is signed in: ${JSON.stringify(state)}`);
  await session.close();
  await budget.close();
  return { identity: active.identity, connectionId: active.connection.id };
}
