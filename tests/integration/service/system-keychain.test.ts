import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemKeychain } from '@adapters/keychain/system-keychain';
import { startDesktopSession } from '../../../electron/runtime/desktop-session.mjs';
import { tidyUp } from '../../../electron/runtime/lifetime.mjs';
import { missingBySigns, packagesFor } from '../../../electron/runtime/system-packages.mjs';

// Other systems have a keychain that is open.
const missing =
  process.platform === 'linux' ? await missingBySigns(packagesFor({ keyring: true })) : [];
const toldMissing = missing.join(', ');
if (toldMissing !== '') console.warn(`The keychain is not tested, not installed: ${toldMissing}.`);

describe.runIf(toldMissing === '')('the keychain of this machine', () => {
  const keychain = new SystemKeychain();
  const account = `test-${process.pid}`;

  beforeAll(async () => {
    // Libsecret looks for its bus once, at its first use in this process.
    const session = await startDesktopSession({ display: false, keyring: true });
    Object.assign(process.env, session);
  });

  afterAll(async () => {
    await tidyUp();
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
