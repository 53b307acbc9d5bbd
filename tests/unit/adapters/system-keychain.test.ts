import { describe, expect, it } from 'vitest';
import { SystemKeychain } from '@adapters/keychain/system-keychain';

function refusing(message: string): SystemKeychain {
  const fail = (): Promise<never> => Promise.reject(new Error(message));
  return new SystemKeychain(() =>
    Promise.resolve({ getPassword: fail, setPassword: fail, deletePassword: fail }),
  );
}

describe('what a system keychain says of itself', () => {
  it.each([
    ['Cannot create an item in a locked collection', 'locked'],
    ['Prompt was dismissed', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['The user name or passphrase you entered is not correct.', 'locked'],
    ['The operation was canceled by the user.', 'locked'],
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'unavailable'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'unavailable'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'unavailable'],
  ] as const)('%s: %s', async (message, kind) => {
    const keychain = refusing(message);
    await expect(keychain.read('a')).rejects.toMatchObject({ kind, message });
    await expect(keychain.write('a', 'b')).rejects.toMatchObject({ kind });
    await expect(keychain.remove('a')).rejects.toMatchObject({ kind });
  });

  it('is unavailable without its native part, and loads it with the first use only', async () => {
    let loads = 0;
    const keychain = new SystemKeychain(() => {
      loads += 1;
      return Promise.reject(new Error('Failed to load keytar native addon'));
    });
    expect(loads).toBe(0);
    await expect(keychain.read('a')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(keychain.read('a')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(loads).toBe(1);
  });
});
