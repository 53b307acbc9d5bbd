import { KeyObject, webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

/** A certificate with its key, both in PEM form. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says. Dates are days from now. */
export interface MadeOptions {
  name: string;
  /** Who signs it; itself where nobody is named. */
  issuer?: Maker;
  from?: number;
  until?: number;
  /** It is an authority, with so many below it at most; a server's where nothing is said. */
  authority?: { pathLength?: number };
  hosts?: readonly string[];
  addresses?: readonly string[];
  /** Purposes, by their object identifiers. */
  purposes?: readonly string[];
  /** Hosts that its certificates can be for, and those that they can't. */
  permitted?: readonly string[];
  excluded?: readonly string[];
  /** Kinds of a directory name that its certificates have to have. */
  permittedUnit?: string;
  /** A critical extension that nobody knows. */
  isStrange?: boolean;
  hash?: 'SHA-1' | 'SHA-256';
  rsaBits?: number;
  /** An RSA key signs with RSASSA-PSS. */
  isPss?: boolean;
}

/** A certificate that can sign others. */
export interface Maker extends MadeCertificate {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly certificate: pkijs.Certificate;
}

const day = 86_400_000;
const crypto = webcrypto as unknown as Crypto;
let serial = 1;

/** Makes a certificate for a test; the keys are new each time and protect nothing. */
export async function makeCertificate(options: MadeOptions): Promise<Maker> {
  const { name, issuer, from = -1, until = 30, hash = 'SHA-256', rsaBits, isPss } = options;
  pkijs.setEngine('tests', new pkijs.CryptoEngine({ name: 'tests', crypto }));
  const keys = await webcrypto.subtle.generateKey(
    rsaBits === undefined
      ? { name: 'ECDSA', namedCurve: 'P-256' }
      : {
          ...{ name: isPss ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5', modulusLength: rsaBits, hash },
          publicExponent: new Uint8Array([1, 0, 1]),
        },
    true,
    ['sign', 'verify'],
  );
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ value: (serial += 1) });
  certificate.subject.typesAndValues.push(commonName(name));
  const { subject } = issuer?.certificate ?? certificate;
  for (const each of subject.typesAndValues) certificate.issuer.typesAndValues.push(each);
  certificate.notBefore.value = new Date(Date.now() + from * day);
  certificate.notAfter.value = new Date(Date.now() + until * day);
  certificate.extensions = extensionsOf(options);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign((issuer?.keys ?? keys).privateKey, hash);
  return {
    ...{ keys, certificate },
    cert: pem('CERTIFICATE', Buffer.from(certificate.toSchema(true).toBER(false))),
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extensionsOf(options: MadeOptions): pkijs.Extension[] {
  const { authority, hosts = [], addresses = [], purposes, permitted, excluded } = options;
  const extensions: pkijs.Extension[] = [];
  const add = (
    extnID: string,
    value: { toBER(sizeOnly?: boolean): ArrayBuffer },
    critical = false,
  ) => extensions.push(new pkijs.Extension({ extnID, critical, extnValue: value.toBER(false) }));
  if (authority) {
    const { pathLength } = authority;
    const basic = new pkijs.BasicConstraints({
      cA: true,
      ...(pathLength !== undefined && { pathLenConstraint: pathLength }),
    });
    add('2.5.29.19', basic.toSchema(), true);
    // keyCertSign and cRLSign.
    add(
      '2.5.29.15',
      new asn1js.BitString({ valueHex: new Uint8Array([0x06]).buffer, unusedBits: 1 }),
      true,
    );
  }
  const altNames = [
    ...hosts.map((value) => new pkijs.GeneralName({ type: 2, value })),
    ...addresses.map((each) => new pkijs.GeneralName({ type: 7, value: octets(each) })),
  ];
  if (altNames.length > 0) add('2.5.29.17', new pkijs.GeneralNames({ names: altNames }).toSchema());
  if (purposes) {
    add('2.5.29.37', new pkijs.ExtKeyUsage({ keyPurposes: [...purposes] }).toSchema());
  }
  const ofHosts = (names: readonly string[] | undefined) =>
    names?.map((value) => subtree(new pkijs.GeneralName({ type: 2, value })));
  const unit = options.permittedUnit;
  const directory =
    unit === undefined
      ? undefined
      : [
          subtree(
            new pkijs.GeneralName({
              type: 4,
              value: new pkijs.RelativeDistinguishedNames({ typesAndValues: [commonName(unit)] }),
            }),
          ),
        ];
  const [allowed, refused] = [directory ?? ofHosts(permitted), ofHosts(excluded)];
  if (allowed || refused) {
    const constraints = new pkijs.NameConstraints({
      ...(allowed && { permittedSubtrees: allowed }),
      ...(refused && { excludedSubtrees: refused }),
    });
    add('2.5.29.30', constraints.toSchema(), true);
  }
  if (options.isStrange) add('1.2.3.4.5', new asn1js.Null(), true);
  return extensions;
}

function subtree(base: pkijs.GeneralName): pkijs.GeneralSubtree {
  return new pkijs.GeneralSubtree({ base });
}

function commonName(value: string): pkijs.AttributeTypeAndValue {
  return new pkijs.AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new asn1js.Utf8String({ value }),
  });
}

function octets(address: string): asn1js.OctetString {
  return new asn1js.OctetString({
    valueHex: new Uint8Array(address.split('.').map(Number)).buffer,
  });
}

function pem(kind: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n');
}
