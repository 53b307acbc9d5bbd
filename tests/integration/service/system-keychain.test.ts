import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemKeychain } from '@adapters/keychain/system-keychain';
import { missingForKeyring, startKeyring, type Keyring } from './keyring';

const missing = missingForKeyring();
if (missing !== null) console.warn(`The system keychain is not tested here: ${missing}.`);

describe.runIf(missing === null)('the keychain of this machine', () => {
  const keychain = new SystemKeychain();
  const account = `test-${process.pid}`;
  let keyring: Keyring;

  beforeAll(async () => {
    keyring = await startKeyring();
  });

  afterAll(async () => {
    await keyring.stop();
  });

  it('keeps, replaces and removes an entry', async () => {
    expect(await keychain.read(account)).toBeNull();
    await keychain.write(account, '{"token":"ação"}');
    expect(await keychain.read(account)).toBe('{"token":"ação"}');
    await keychain.write(account, 'x'.repeat(2_500));
    expect(await keychain.read(account)).toHaveLength(2_500);
    expect(await keychain.remove(account)).toBe(true);
    expect(await keychain.remove(account)).toBe(false);
    expect(await keychain.read(account)).toBeNull();
  });
});
