import type { Certificate, Request } from 'electron';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OwnAuthorities } from '@adapters/certificates/own-authorities';
import { renewedSession } from '@adapters/http/renewed-session';
import { makeCertificate, type Maker } from '../../../certificates/made-certificates';

const unknownAuthority = -202;
const otherHost = -200;
let root: Maker;
let leaf: Maker;

beforeAll(async () => {
  root = await makeCertificate({ name: 'Depot Root', authority: {} });
  leaf = await makeCertificate({ name: 'server', hosts: ['fleet.example'], issuer: root });
});

/** Asks as Chromium does. */
function ask(trust: OwnAuthorities, hostname: string, errorCode: number): Promise<number> {
  const last = { data: root.cert } as Certificate;
  const certificate = { data: leaf.cert, issuerCert: last } as Certificate;
  return new Promise((resolve) => {
    trust.verify({ hostname, errorCode, certificate } as Request, resolve);
  });
}

describe('authorities of the office', () => {
  it('are read from a file with one or several, whatever stands around them', () => {
    const trust = new OwnAuthorities();
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    const text = `Depot\r\n${root.cert}\n${broken}\n${leaf.key}${leaf.cert}`;
    expect(trust.read(text)).toMatchObject([
      {
        subject: 'Depot Root',
        isAuthority: true,
        fingerprint: expect.stringMatching(/^(..:){31}..$/) as string,
      },
      null,
      { subject: 'server', isAuthority: false },
    ]);
    expect(trust.read('{"no": "certificate"}')).toEqual([]);
  });

  it('answer only for an authority that Chromium does not know', async () => {
    const trust = new OwnAuthorities();
    trust.use([root.cert]);
    expect(await ask(trust, 'fleet.example', unknownAuthority)).toBe(0);
    expect(await ask(trust, 'fleet.example', otherHost)).toBe(-3);
    expect(await ask(trust, 'fleet.example', 0)).toBe(-3);
    expect(await ask(trust, 'other.example', unknownAuthority)).toBe(-3);
    trust.use([]);
    expect(await ask(trust, 'fleet.example', unknownAuthority)).toBe(-3);
  });

  it('have requests go through new sessions once they change, and not before', () => {
    const trust = new OwnAuthorities();
    const open = vi.fn((name: string) => ({ name }) as never);
    const session = renewedSession('reads', open, trust);
    expect(session()).toBe(session());
    trust.use([root.cert]);
    trust.use([root.cert]);
    expect(session()).toBe(session());
    trust.use([]);
    session();
    expect(open.mock.calls).toEqual([['reads'], ['reads-1'], ['reads-2']]);
  });
});
