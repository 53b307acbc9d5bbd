import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { readPersonFile, writePersonFile } from '@main/person-files';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-person-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (caught: unknown) => FleetdeskError.from(caught),
  );

describe('a file that a person named', () => {
  it('is written and read as it is', async () => {
    const file = join(folder, 'perfil não.json');
    await writePersonFile(file, '{"name": "Depósito"}\n');
    expect(await readFile(file, 'utf8')).toBe('{"name": "Depósito"}\n');
    expect(await readPersonFile(file)).toBe('{"name": "Depósito"}\n');
  });

  it('is read up to 256 kB', async () => {
    const file = join(folder, 'large.json');
    const largest = 256 * 1024;
    await writeFile(file, 'x'.repeat(largest));
    expect(await readPersonFile(file)).toHaveLength(largest);
    await writeFile(file, 'x'.repeat(largest + 1));
    expect(await errorOf(readPersonFile(file))).toMatchObject({
      code: 'file-unreadable',
      reason: 'too-large',
    });
  });

  it.runIf(process.platform === 'linux')('is no device without an end', async () => {
    expect(await errorOf(readPersonFile('/dev/zero'))).toMatchObject({ code: 'file-unreadable' });
  });

  it.runIf(process.platform === 'linux')(
    'is no named pipe, which would wait for somebody at its other end',
    async () => {
      const pipe = join(folder, 'pipe.json');
      execFileSync('mkfifo', [pipe]);
      expect(await errorOf(readPersonFile(pipe))).toMatchObject({ code: 'file-unreadable' });
      expect(await errorOf(writePersonFile(pipe, '{}'))).toMatchObject({
        code: 'file-unreadable',
      });
    },
  );

  it('is no folder, and is there', async () => {
    const missing = join(folder, 'missing.json');
    expect(await errorOf(readPersonFile(folder))).toMatchObject({ code: 'file-unreadable' });
    expect(await errorOf(readPersonFile(missing))).toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining('ENOENT') as string,
    });
  });

  it('is refused where nobody can write', async () => {
    const file = join(folder, 'nowhere', 'profile.json');
    expect(await errorOf(writePersonFile(file, '{}'))).toMatchObject({ code: 'file-unreadable' });
  });
});
