import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { readDetails, type CertificateDetails } from './certificate-details';
import { mayCertify } from './name-constraints';

/** A certificate of a server, and what it can be traced to. */
export interface ShownChain {
  /** The host that was asked for, as in an address. */
  readonly host: string;
  /** What the server showed, its own first; PEM or DER. */
  readonly shown: readonly (string | Buffer)[];
  /** Authorities that are trusted, in PEM form. */
  readonly anchors: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

interface Link {
  readonly x509: X509Certificate;
  readonly details: CertificateDetails;
}

/** A server may show so many certificates; more are not looked at. */
const mostShown = 10;
/** A chain has so many links at most. */
const longestChain = 8;
/** So many signatures are looked at, whatever a server shows. */
const mostSteps = 60;
/** RSA keys below this many bits can be broken. */
const leastRsaBits = 2048;

const serverAuthentication = '1.3.6.1.5.5.7.3.1';
const anyPurpose = '2.5.29.37.0';

/** RSA and ECDSA with SHA-2, Ed25519: no SHA-1, no MD5. */
const goodAlgorithms: ReadonlySet<string> = new Set([
  ...['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.12', '1.2.840.113549.1.1.13', '1.3.101.112'],
  ...['1.2.840.10045.4.3.2', '1.2.840.10045.4.3.3', '1.2.840.10045.4.3.4'],
]);

/** SHA-2, where an algorithm leaves the hash open, as RSASSA-PSS does. */
const goodHashes: ReadonlySet<string> = new Set([
  ...['2.16.840.1.101.3.4.2.1', '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3'],
]);

/**
 * Whether a server's certificate is good for its host and leads to one of the authorities: names,
 * dates, signatures, purposes and constraints of every link (RFC 5280, 6.1). Chromium looks at
 * revocation no more than this does where an authority is not public.
 */
export async function leadsToAnchor(chain: ShownChain): Promise<boolean> {
  const links = await Promise.all(chain.shown.slice(0, mostShown).map((each) => readLink(each)));
  const [leaf, ...others] = links;
  if (leaf === undefined || leaf === null) return false;
  const anchors = (await Promise.all(chain.anchors.map((each) => readLink(each)))).filter(isThere);
  const pool = [...anchors, ...others.filter(isThere)];
  const isAnchor = (link: Link): boolean => anchors.some((anchor) => isSame(anchor, link));
  const steps = { left: mostSteps };
  for (const path of pathsFrom([leaf], { pool, isAnchor, steps })) {
    if (isGood(path, chain)) return true;
  }
  return false;
}

async function readLink(certificate: string | Buffer): Promise<Link | null> {
  try {
    const x509 = new X509Certificate(certificate);
    return { x509, details: await readDetails(x509) };
  } catch {
    // What is no certificate leads nowhere.
    return null;
  }
}

function isThere(link: Link | null): link is Link {
  return link !== null;
}

function isSame(one: Link, other: Link): boolean {
  return one.x509.fingerprint256 === other.x509.fingerprint256;
}

/** Every way from a server's certificate to an authority, shorter ones of each branch first. */
function* pathsFrom(
  path: readonly Link[],
  terms: { pool: readonly Link[]; isAnchor(link: Link): boolean; steps: { left: number } },
): Generator<readonly Link[]> {
  const last = path.at(-1);
  if (last === undefined) return;
  if (terms.isAnchor(last)) yield path;
  if (path.length >= longestChain) return;
  for (const next of terms.pool) {
    if (path.some((link) => isSame(link, next))) continue;
    // Most candidates are told by their names, which costs next to nothing.
    if (!mayHaveSigned(next.x509, last.x509)) continue;
    if (terms.steps.left <= 0) return;
    terms.steps.left -= 1;
    if (isSignedBy(last.x509, next.x509)) yield* pathsFrom([...path, next], terms);
  }
}

/** Names, key identifiers and key usage fit. */
function mayHaveSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer);
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function isGood(path: readonly Link[], { host, now }: ShownChain): boolean {
  const [leaf, ...authorities] = path;
  if (leaf === undefined || !isFor(leaf.x509, host)) return false;
  const isEachGood = path.every(
    ({ x509, details }, at) =>
      isInTime(x509, now) &&
      !details.isUnclear &&
      servesHosts(x509) &&
      hasStrongKey(x509) &&
      // Nobody has to believe the signature of what is trusted itself.
      (at === path.length - 1 || hasGoodSignature(details)),
  );
  if (!isEachGood) return false;
  return authorities.every(({ details }, at) => {
    const { pathLength } = details;
    const between = authorities.slice(0, at).filter(({ x509 }) => x509.subject !== x509.issuer);
    if (pathLength !== null && between.length > pathLength) return false;
    return mayCertify(details, leaf.details.names);
  });
}

function hasGoodSignature({ algorithm, hashes }: CertificateDetails): boolean {
  return hashes === null ? goodAlgorithms.has(algorithm) : hashes.every((id) => goodHashes.has(id));
}

function isFor(leaf: X509Certificate, host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(plain) !== 0) return leaf.checkIP(plain) !== undefined;
  return leaf.checkHost(plain, { subject: 'never', partialWildcards: false }) !== undefined;
}

function isInTime({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

/** Whether it is made for servers, or for everything. */
function servesHosts({ keyUsage }: X509Certificate): boolean {
  // Node names the extended key usage so; it has no word for a certificate without one.
  const purposes = keyUsage as string[] | undefined;
  if (purposes === undefined) return true;
  return purposes.includes(serverAuthentication) || purposes.includes(anyPurpose);
}

function hasStrongKey({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey;
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') {
    return (asymmetricKeyDetails?.modulusLength ?? 0) >= leastRsaBits;
  }
  return asymmetricKeyType === 'ec' || asymmetricKeyType === 'ed25519';
}
