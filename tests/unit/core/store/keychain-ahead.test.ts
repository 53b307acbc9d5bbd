import { beforeEach, expect, it, vi } from 'vitest';
import { KeychainAhead } from '@core/store/keychain-ahead';
import { MemoryKeychain } from '../session/house';

let system: MemoryKeychain;
let keychain: KeychainAhead;

beforeEach(() => {
  system = new MemoryKeychain();
  keychain = new KeychainAhead(system);
  system.entries.set('a', 'first');
});

it('an entry that was read ahead is for the first that asks, and is read again after that', async () => {
  const read = vi.spyOn(system, 'read');
  expect(await keychain.readAhead('a')).toBe('first');
  system.entries.set('a', 'second');
  expect(await keychain.read('a')).toBe('first');
  expect(read).toHaveBeenCalledOnce();
  expect(await keychain.read('a')).toBe('second');
});

it('an entry that was written or removed meanwhile is not as it was read ahead', async () => {
  await keychain.readAhead('a');
  await keychain.write('a', 'mine');
  expect(await keychain.read('a')).toBe('mine');
  await keychain.readAhead('a');
  expect(await keychain.remove('a')).toBe(true);
  expect(await keychain.read('a')).toBeNull();
});

it('an entry that is read ahead while it is written is read again', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const write = system.write.bind(system);
  vi.spyOn(system, 'write').mockImplementation(async (account, secret) => {
    await held;
    await write(account, secret);
  });
  const written = keychain.write('a', 'mine');
  expect(await keychain.readAhead('a')).toBe('first');
  goOn();
  await written;
  expect(await keychain.read('a')).toBe('mine');
});

it('the first that asks hears of what was in the way', async () => {
  system.fault = 'locked';
  await expect(keychain.readAhead('a')).rejects.toMatchObject({ kind: 'locked' });
  system.fault = null;
  await expect(keychain.read('a')).rejects.toMatchObject({ kind: 'locked' });
  expect(await keychain.read('a')).toBe('first');
});
