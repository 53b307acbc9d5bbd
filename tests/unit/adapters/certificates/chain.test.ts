import { beforeAll, describe, expect, it } from 'vitest';
import { leadsToAnchor, type ShownChain } from '@adapters/certificates/chain';
import { makeCertificate as make, type Maker } from '../../../certificates/made-certificates';

const host = 'fleet.example';
const day = 86_400_000;
let root: Maker;
let middle: Maker;
let leaf: Maker;

beforeAll(async () => {
  root = await make({ name: 'Depot Root', authority: {} });
  middle = await make({ name: 'Depot Services', authority: { pathLength: 0 }, issuer: root });
  leaf = await make({ name: host, hosts: [host], addresses: ['127.0.0.1'], issuer: middle });
});

function isTrusted(change: Partial<ShownChain> = {}): Promise<boolean> {
  const shown = [leaf.cert, middle.cert];
  return leadsToAnchor({ host, shown, anchors: [root.cert], now: Date.now(), ...change });
}

/** Whether a certificate of a server is trusted, with the authorities between it and the root. */
function shows(...makers: Maker[]): Promise<boolean> {
  return isTrusted({ shown: makers.map(({ cert }) => cert) });
}

describe('a chain to an authority of the office', () => {
  it('is good for the host and the address that the certificate names', async () => {
    expect(await isTrusted()).toBe(true);
    expect(await isTrusted({ host: '127.0.0.1' })).toBe(true);
    // The order of what a server shows after its own certificate says nothing.
    expect(await isTrusted({ shown: [leaf.cert, root.cert, middle.cert] })).toBe(true);
  });

  it('is for no other host', async () => {
    for (const other of ['other.example', 'a.fleet.example', '127.0.0.2', '[::1]', '']) {
      expect(await isTrusted({ host: other })).toBe(false);
    }
    // A common name alone names nobody.
    expect(await shows(await make({ name: host, issuer: root }))).toBe(false);
  });

  it('has all its links', async () => {
    expect(await isTrusted({ shown: [leaf.cert] })).toBe(false);
    expect(await isTrusted({ shown: [] })).toBe(false);
    expect(await isTrusted({ anchors: [] })).toBe(false);
    expect(await isTrusted({ shown: ['no certificate', leaf.cert] })).toBe(false);
  });

  it('is signed: another authority of the same name does not do', async () => {
    const other = await make({ name: 'Depot Root', authority: {} });
    expect(await isTrusted({ anchors: [other.cert] })).toBe(false);
    expect(await isTrusted({ anchors: [other.cert, root.cert] })).toBe(true);
  });

  it('is in time in every link', async () => {
    expect(await isTrusted({ now: Date.now() + 31 * day })).toBe(false);
    expect(await isTrusted({ now: Date.now() - 2 * day })).toBe(false);
    const ended = await make({ name: 'Old', authority: {}, issuer: root, until: -0.5 });
    expect(await shows(await make({ name: host, hosts: [host], issuer: ended }), ended)).toBe(
      false,
    );
  });

  it('is signed by authorities alone, and by no more than they allow', async () => {
    const server = await make({ name: 'a', hosts: ['a.example'], issuer: root });
    const forged = await make({ name: host, hosts: [host], issuer: server });
    expect(await shows(forged, server)).toBe(false);
    const deeper = await make({ name: 'Deeper', authority: {}, issuer: middle });
    const below = await make({ name: host, hosts: [host], issuer: deeper });
    expect(await shows(below, deeper, middle)).toBe(false);
  });

  it('is made for servers', async () => {
    const [serves, signsIn] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];
    for (const [purposes, isGood] of [
      [[serves], true],
      [[signsIn], false],
      [[signsIn, serves], true],
    ] as const) {
      const made = await make({ name: host, hosts: [host], issuer: root, purposes });
      expect(await shows(made)).toBe(isGood);
    }
  });

  it('is within the names that each authority may stand for, the trusted one too', async () => {
    const below = async (change: Parameters<typeof make>[0], name: string) => {
      const authority = await make({ authority: {}, issuer: root, ...change });
      const made = await make({ name, hosts: [name], issuer: authority });
      return isTrusted({ host: name.replace('*', 'a'), shown: [made.cert, authority.cert] });
    };
    expect(await below({ name: 'A', permitted: ['depot.example'] }, 'a.depot.example')).toBe(true);
    expect(await below({ name: 'B', permitted: ['depot.example'] }, 'adepot.example')).toBe(false);
    expect(await below({ name: 'C', excluded: ['fleet.example'] }, host)).toBe(false);
    expect(await below({ name: 'D', excluded: ['a.depot.example'] }, '*.depot.example')).toBe(
      false,
    );
    // What is not weighed here is not taken for granted.
    expect(await below({ name: 'E', permittedUnit: 'Depot' }, host)).toBe(false);
    const own = await make({ name: 'F', authority: {}, permitted: ['depot.example'] });
    const made = await make({ name: host, hosts: [host], issuer: own });
    expect(await isTrusted({ shown: [made.cert], anchors: [own.cert] })).toBe(false);
  });

  it('holds nothing that has to be understood and is not', async () => {
    const strange = await make({ name: host, hosts: [host], issuer: root, isStrange: true });
    expect(await shows(strange)).toBe(false);
  });

  it('has strong keys and signatures', async () => {
    const rsa = await make({ name: 'R', authority: {}, rsaBits: 2048 });
    const weak = await make({ name: host, hosts: [host], issuer: rsa, rsaBits: 1024 });
    const good = await make({ name: host, hosts: [host], issuer: rsa });
    const anchors = [rsa.cert];
    expect(await isTrusted({ shown: [weak.cert], anchors })).toBe(false);
    expect(await isTrusted({ shown: [good.cert], anchors })).toBe(true);
    const old = await make({ name: 'O', authority: {}, rsaBits: 2048, hash: 'SHA-1' });
    const sha1 = await make({ name: host, hosts: [host], issuer: old, hash: 'SHA-1' });
    expect(await isTrusted({ shown: [sha1.cert], anchors: [old.cert] })).toBe(false);
  });

  it('is signed without SHA-1 where the algorithm leaves the hash open', async () => {
    for (const [hash, isGood] of [
      ['SHA-256', true],
      ['SHA-1', false],
    ] as const) {
      const rsa = await make({ name: 'P', authority: {}, rsaBits: 2048, isPss: true, hash });
      const made = await make({ name: host, hosts: [host], issuer: rsa, hash });
      expect(await isTrusted({ shown: [made.cert], anchors: [rsa.cert] })).toBe(isGood);
    }
  });

  it('is found among many authorities, before and after the root', async () => {
    const others = await Promise.all(
      Array.from({ length: 200 }, (_, at) => make({ name: `Other ${at}`, authority: {} })),
    );
    const [before, after] = [others.slice(0, 150), others.slice(150)];
    const anchors = [...before, root, ...after].map(({ cert }) => cert);
    expect(await isTrusted({ anchors })).toBe(true);
    expect(await isTrusted({ anchors: others.map(({ cert }) => cert) })).toBe(false);
  });

  it('may be one link: a server that signed its own certificate, where that is trusted', async () => {
    const alone = await make({ name: host, hosts: [host], authority: {} });
    expect(await isTrusted({ shown: [alone.cert], anchors: [alone.cert] })).toBe(true);
    expect(await shows(alone)).toBe(false);
  });

  it('ends where authorities sign one another in a circle', async () => {
    const one = await make({ name: 'One', authority: {} });
    const two = await make({ name: 'Two', authority: {}, issuer: one });
    const oneByTwo = await make({ name: 'One', authority: {}, issuer: two });
    const circle = Array.from({ length: 30 }, () => [one.cert, two.cert, oneByTwo.cert]).flat();
    const made = await make({ name: host, hosts: [host], issuer: one });
    expect(await isTrusted({ shown: [made.cert, ...circle] })).toBe(false);
  });
});
