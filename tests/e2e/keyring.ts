import { execFile } from 'node:child_process';
import keytar from '@github/keytar';

/** The name under which Fleetdesk keeps its entries in the system's keychain. */
const service = 'fleetdesk';

interface Entry {
  account: string;
  password: string;
}

/**
 * What Fleetdesk keeps in the real keyring of this session. Keytar's list of entries ends its
 * process where one of them is removed while it is read, which is what tests of signing out wait
 * for; so it runs in a process of its own, and a list that was cut off that way is read again.
 */
export async function keyringEntries(): Promise<Entry[]> {
  for (;;) {
    const entries = await listEntries();
    if (entries !== null) return entries;
  }
}

/** The entries with tokens: one while somebody is signed in, none afterwards. */
export async function tokenEntries(): Promise<Entry[]> {
  return (await keyringEntries()).filter(({ account }) => !isStoreKey(account));
}

/** The keys of stores, which stay for the next sign-in. */
export async function storeKeys(): Promise<string[]> {
  const entries = await keyringEntries();
  return entries.filter(({ account }) => isStoreKey(account)).map(({ password }) => password);
}

/** Empties Fleetdesk's part of the keyring, so that no test finds what another one left. */
export async function emptyKeyring(): Promise<void> {
  for (const { account } of await keyringEntries()) await keytar.deletePassword(service, account);
}

function isStoreKey(account: string): boolean {
  return account.includes('.store');
}

const list = `require('@github/keytar').findCredentials('${service}').then((entries) => {
  process.stdout.write(JSON.stringify(entries));
});`;

function listEntries(): Promise<Entry[] | null> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['-e', list], (fault, stdout) => {
      if (fault === null) resolve(JSON.parse(stdout) as Entry[]);
      else if (fault.signal === 'SIGSEGV') resolve(null);
      else reject(fault);
    });
  });
}
