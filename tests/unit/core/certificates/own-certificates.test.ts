import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ownCertificateSchema } from '@contract/certificates';
import { FleetdeskError } from '@contract/errors';
import { OwnCertificates, type CertificateFile } from '@core/certificates/own-certificates';
import type { FoundCertificate, OwnTrust } from '@core/ports/own-trust';
import { MemoryFiles } from '../memory-files';

const now = Date.UTC(2026, 2, 10);
const day = 86_400_000;

/** Certificates as these tests write them: `name`, `name!` for one that ended, `name?` for a server's. */
function fakeTrust() {
  const read = (pem: string): FoundCertificate | null =>
    pem === 'broken'
      ? null
      : {
          ...{ pem, subject: pem, fingerprint: `AB:${pem}`, isAuthority: !pem.endsWith('?') },
          endsAt: now + (pem.endsWith('!') ? -day : day),
        };
  const use = vi.fn<OwnTrust['use']>();
  const trust: OwnTrust = {
    use,
    read: (text) =>
      text
        .split(' ')
        .filter((word) => word !== 'none')
        .map(read),
  };
  return { trust, use };
}

let files: MemoryFiles;
beforeEach(() => {
  files = new MemoryFiles();
});

async function open(managed: CertificateFile[] = []) {
  const { trust, use } = fakeTrust();
  const clock = { now: () => now };
  return { own: await OwnCertificates.open({ files, clock, trust, managed }), use };
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (fault: unknown) => FleetdeskError.from(fault).reason,
  );

describe('certificate authorities of an office', () => {
  it('are trusted from the moment they are added, and after the next start', async () => {
    const first = await open();
    const list = await first.own.add({ name: 'depot.pem', text: 'root broken server?' });
    expect(list).toEqual([
      {
        ...{ fingerprint: 'AB:root', subject: 'root', endsAt: now + day },
        ...{ file: 'depot.pem', isManaged: false },
      },
    ]);
    for (const each of list) expect(ownCertificateSchema.parse(each)).toEqual(each);
    expect(first.use).toHaveBeenLastCalledWith(['root']);
    const next = await open();
    expect(next.own.list()).toEqual(list);
    expect(next.use).toHaveBeenLastCalledWith(['root']);
  });

  it('are taken away again, and each is there once', async () => {
    const { own, use } = await open();
    await own.add({ name: 'a.pem', text: 'root other' });
    await own.add({ name: 'b.pem', text: 'root' });
    expect(own.list()).toHaveLength(2);
    await own.remove('AB:root');
    expect(use).toHaveBeenLastCalledWith(['other']);
    expect((await open()).own.list()).toMatchObject([{ subject: 'other' }]);
  });

  it('of the administrator come first and stay', async () => {
    const managed = [{ name: 'office.pem', text: 'office' }];
    const { own, use } = await open(managed);
    await own.add({ name: 'a.pem', text: 'root office' });
    await own.remove('AB:office');
    expect(own.list()).toMatchObject([
      { subject: 'office', isManaged: true },
      { subject: 'root', isManaged: false },
    ]);
    expect(use).toHaveBeenLastCalledWith(['office', 'root']);
    // They are the administrator's to keep.
    expect((await open()).own.list()).toMatchObject([{ subject: 'root' }]);
  });

  it('are refused with what is wrong with their file, and nothing changes', async () => {
    const { own, use } = await open();
    for (const [text, reason] of [
      ['none', 'certificate-file'],
      ['broken', 'certificate-file'],
      ['server?', 'certificate-not-authority'],
      ['old!', 'certificate-ended'],
    ] as const) {
      expect(await reasonOf(own.add({ name: 'x.pem', text }))).toBe(reason);
    }
    expect(use).toHaveBeenCalledExactlyOnceWith([]);
    expect(await files.read('certificates.json')).toBeNull();
  });

  it('are refused where they would be too many, rather than that one is left out', async () => {
    const words = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
    const { own, use } = await open([{ name: 'office.pem', text: words('office', 60) }]);
    await own.add({ name: 'a.pem', text: `${words('root', 49)} office1` });
    expect(await reasonOf(own.add({ name: 'b.pem', text: 'last further' }))).toBe(
      'certificate-many',
    );
    expect(use).toHaveBeenCalledTimes(2);
    // Those of the administrator don't count, and what is kept stays.
    await own.add({ name: 'b.pem', text: 'last root1' });
    expect((await open()).own.list()).toHaveLength(50);
  });

  it('are not trusted where they can not be kept', async () => {
    const { own, use } = await open();
    vi.spyOn(files, 'write').mockRejectedValueOnce(new Error('EROFS'));
    expect(await reasonOf(own.add({ name: 'a.pem', text: 'root' }))).toBeUndefined();
    expect(own.list()).toEqual([]);
    expect(use).toHaveBeenCalledOnce();
  });

  it('of a damaged list are trusted no more; the list is set aside', async () => {
    await files.write('certificates.json', '{"version": 1, "certificates": [');
    const { own } = await open();
    expect(own.list()).toEqual([]);
    expect(JSON.parse((await files.read('certificates.json')) ?? '')).toEqual({
      ...{ version: 1, certificates: [] },
    });
  });
});
