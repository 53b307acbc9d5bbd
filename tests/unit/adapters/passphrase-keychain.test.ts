import { describe, expect, it } from 'vitest';
import { PassphraseVaults } from '@adapters/keychain/passphrase-keychain';
import { MemoryFiles } from '../core/memory-files';

const ACCOUNT = 'a'.repeat(64);
const FILE = `vault/${ACCOUNT}.json`;

function vaults(): { files: MemoryFiles; vaults: PassphraseVaults } {
  const files = new MemoryFiles();
  return { files, vaults: new PassphraseVaults(files, { N: 16_384, r: 8, p: 1 }) };
}

describe('PassphraseVaults', () => {
  it('gives back what was written, to the same passphrase only', async () => {
    const { files, vaults: kept } = vaults();
    await kept.open('correct horse').write(ACCOUNT, 'um segredo');
    expect(files.everything).not.toContain('segredo');
    expect(files.everything).not.toContain('horse');
    expect(await kept.open('correct horse').read(ACCOUNT)).toBe('um segredo');
    await expect(kept.open('wrong horse').read(ACCOUNT)).rejects.toMatchObject({
      kind: 'wrong-passphrase',
    });
  });

  it('opens for the same passphrase typed in another composition of its letters', async () => {
    const { vaults: kept } = vaults();
    await kept.open('a\u0301gua-de-coco').write(ACCOUNT, 'x');
    expect(await kept.open('\u00e1gua-de-coco').read(ACCOUNT)).toBe('x');
  });

  it('encrypts again with each write, and derives the key of an entry once', async () => {
    const { files, vaults: kept } = vaults();
    const keychain = kept.open('correct horse');
    await keychain.write(ACCOUNT, 'one');
    const first = JSON.parse(files.contents.get(FILE) ?? '') as { iv: string; salt: string };
    await keychain.write(ACCOUNT, 'one');
    const second = JSON.parse(files.contents.get(FILE) ?? '') as { iv: string; salt: string };
    expect(second.iv).not.toBe(first.iv);
    expect(second.salt).toBe(first.salt);
    await kept.open('another one').write(ACCOUNT, 'two');
    const third = JSON.parse(files.contents.get(FILE) ?? '') as { salt: string };
    expect(third.salt).not.toBe(first.salt);
    expect(await kept.open('another one').read(ACCOUNT)).toBe('two');
  });

  it('does not accept an entry under the name of another', async () => {
    const { files, vaults: kept } = vaults();
    await kept.open('correct horse').write(ACCOUNT, 'x');
    const other = 'b'.repeat(64);
    files.contents.set(`vault/${other}.json`, files.contents.get(FILE) ?? '');
    await expect(kept.open('correct horse').read(other)).rejects.toMatchObject({
      kind: 'wrong-passphrase',
    });
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, -10)],
    ['of another form', () => '{"version":2}'],
    ['asking for endless work', (text: string) => text.replace(/"N":\d+/, '"N":1073741824')],
    [
      'asking for 4 GB of memory',
      (text: string) => text.replace(/"N":\d+,"r":\d+/, '"N":1048576,"r":32'),
    ],
    ['asking for no work', (text: string) => text.replace(/"N":\d+/, '"N":2')],
  ])('is unreadable when it is %s', async (_name, harm) => {
    const { files, vaults: kept } = vaults();
    await kept.open('correct horse').write(ACCOUNT, 'x');
    files.contents.set(FILE, harm(files.contents.get(FILE) ?? ''));
    await expect(kept.open('correct horse').read(ACCOUNT)).rejects.toMatchObject({
      kind: 'unreadable',
    });
    await kept.open('correct horse').write(ACCOUNT, 'y');
    expect(await kept.open('correct horse').read(ACCOUNT)).toBe('y');
  });

  it('notices a changed byte', async () => {
    const { files, vaults: kept } = vaults();
    await kept.open('correct horse').write(ACCOUNT, 'a longer secret');
    const vault = JSON.parse(files.contents.get(FILE) ?? '') as { data: string };
    const data = Buffer.from(vault.data, 'base64');
    data[0] = (data[0] ?? 0) ^ 1;
    files.contents.set(FILE, JSON.stringify({ ...vault, data: data.toString('base64') }));
    await expect(kept.open('correct horse').read(ACCOUNT)).rejects.toMatchObject({
      kind: 'wrong-passphrase',
    });
  });

  it('has no entry, and removes one without its passphrase', async () => {
    const { files, vaults: kept } = vaults();
    const keychain = kept.open('correct horse');
    expect(await keychain.read(ACCOUNT)).toBeNull();
    expect(await keychain.remove(ACCOUNT)).toBe(false);
    await keychain.write(ACCOUNT, 'x');
    expect(await kept.discard(ACCOUNT)).toBe(true);
    expect(await kept.discard(ACCOUNT)).toBe(false);
    expect(files.contents.size).toBe(0);
  });
});
