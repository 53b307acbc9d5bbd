import type { X509Certificate } from 'node:crypto';
import type { BasicConstraints, GeneralName, GeneralSubtree, NameConstraints } from 'pkijs';

/** A name that a certificate is for, or may be for. */
export type CertifiedName =
  | { readonly kind: 'dns'; readonly name: string }
  /** Four or sixteen bytes; twice as many in a constraint, the mask after the address. */
  | { readonly kind: 'ip'; readonly bytes: Uint8Array }
  /** Mail, directory and other names, by their number in RFC 5280. */
  | { readonly kind: 'other'; readonly type: number };

/** What of a certificate decides over a chain and is not told by Node. */
export interface CertificateDetails {
  /** The algorithm of its signature, as an object identifier. */
  readonly algorithm: string;
  /** The hashes of that signature, where the algorithm leaves them open; else null. */
  readonly hashes: readonly string[] | null;
  /** An extension has to be understood and is not. */
  readonly isUnclear: boolean;
  /** So many authorities may be between this one and a server's certificate; null for any number. */
  readonly pathLength: number | null;
  /** Names that certificates below this one may have, and may not have. */
  readonly permitted: readonly CertifiedName[];
  readonly excluded: readonly CertifiedName[];
  /** What it is for (subjectAltName). */
  readonly names: readonly CertifiedName[];
}

const oids = {
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  certificatePolicies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
} as const;

const understood: ReadonlySet<string> = new Set(Object.values(oids));

/** Kinds of names in RFC 5280. */
const types = { dns: 2, ip: 7 } as const;

const RSASSA_PSS = '1.2.840.113549.1.1.10';

/** Reads a certificate. @throws where it is not one */
export async function readDetails({ raw }: X509Certificate): Promise<CertificateDetails> {
  // Only computers with an authority of their own load the parser.
  const { Certificate, AlgorithmIdentifier, RSASSAPSSParams } = await import('pkijs');
  const certificate = Certificate.fromBER(new Uint8Array(raw));
  const extensions = certificate.extensions ?? [];
  const find = (id: string): unknown => extensions.find(({ extnID }) => extnID === id)?.parsedValue;
  const basic = find(oids.basicConstraints) as Partial<BasicConstraints> | undefined;
  const constraints = find(oids.nameConstraints) as Partial<NameConstraints> | undefined;
  const alternatives = find(oids.subjectAltName) as { altNames?: GeneralName[] } | undefined;
  const length = basic?.pathLenConstraint;
  const { signatureAlgorithm } = certificate;
  /** What is left out of its parameters is SHA-1. */
  const pss =
    signatureAlgorithm.algorithmId === RSASSA_PSS
      ? new RSASSAPSSParams({ schema: signatureAlgorithm.algorithmParams as unknown })
      : null;
  const mask =
    pss && new AlgorithmIdentifier({ schema: pss.maskGenAlgorithm.algorithmParams as unknown });
  return {
    algorithm: signatureAlgorithm.algorithmId,
    hashes: pss && mask && [pss.hashAlgorithm.algorithmId, mask.algorithmId],
    isUnclear: extensions.some(
      ({ critical, extnID, parsedValue }) =>
        // What can't be parsed is not understood either, critical or not, where it decides.
        (critical && !understood.has(extnID)) ||
        (understood.has(extnID) && isBroken(parsedValue as unknown)),
    ),
    pathLength:
      length === undefined ? null : typeof length === 'number' ? length : Number(length.toBigInt()),
    permitted: namesOf(constraints?.permittedSubtrees),
    excluded: namesOf(constraints?.excludedSubtrees),
    names: (alternatives?.altNames ?? []).map(toName),
  };
}

function isBroken(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (value as { parsingError?: string }).parsingError !== undefined
  );
}

function namesOf(subtrees: readonly GeneralSubtree[] | undefined): CertifiedName[] {
  return (subtrees ?? []).map(({ base }) => toName(base));
}

function toName({ type, value }: GeneralName): CertifiedName {
  if (type === types.dns) return { kind: 'dns', name: String(value).toLowerCase() };
  if (type === types.ip) {
    const { valueBlock } = value as { valueBlock: { valueHexView: Uint8Array } };
    return { kind: 'ip', bytes: valueBlock.valueHexView };
  }
  return { kind: 'other', type };
}
