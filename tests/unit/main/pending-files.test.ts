import { describe, expect, it } from 'vitest';
import { PendingFiles } from '@main/pending-files';
import { MemoryFiles } from './memory-files';

describe('pending files', () => {
  it('are idle once every write has ended', async () => {
    const disk = new MemoryFiles();
    const files = new PendingFiles(disk);
    let release: () => void = () => undefined;
    disk.hold = new Promise((resolve) => {
      release = resolve;
    });
    void files.write('ledger.json', '[]');
    let idle = false;
    const waited = files.idle().then(() => {
      idle = true;
    });
    await Promise.resolve();
    expect(idle).toBe(false);
    release();
    await waited;
    expect(disk.contents.get('ledger.json')).toBe('[]');
  });

  it('are idle after a write that failed, too', async () => {
    const disk = new MemoryFiles();
    const files = new PendingFiles(disk);
    disk.hold = Promise.reject(new Error('disk full'));
    const write = files.write('ledger.json', '[]');
    await expect(write).rejects.toThrow('disk full');
    await expect(files.idle()).resolves.toBeUndefined();
  });

  it('pass everything on', async () => {
    const files = new PendingFiles(new MemoryFiles());
    await files.write('a.json', '1');
    expect(await files.read('a.json')).toBe('1');
    expect(await files.setAside('a.json')).toBe('a.json.broken-1');
    await files.remove('a.json.broken-1');
    expect(await files.read('a.json.broken-1')).toBeNull();
  });
});
