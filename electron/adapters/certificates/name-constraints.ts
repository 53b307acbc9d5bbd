import type { CertificateDetails, CertifiedName } from './certificate-details';

/** Directory names: those of the certificate itself, which every certificate has. */
const directory = 4;

/**
 * Whether an authority may stand for all names of a server's certificate (RFC 5280, 4.2.1.10).
 * Constraints of other kinds of names than hosts and addresses are not weighed: where they could
 * matter, the answer is no.
 */
export function mayCertify(
  { permitted, excluded }: Pick<CertificateDetails, 'permitted' | 'excluded'>,
  names: readonly CertifiedName[],
): boolean {
  if ([...permitted, ...excluded].some((each) => isUnweighed(each, names))) return false;
  return names.every((name) => {
    if (excluded.some((each) => isWithin(name, each) || isPartOf(name, each))) return false;
    const ofKind = permitted.filter(({ kind }) => kind === name.kind);
    return ofKind.length === 0 || ofKind.some((each) => isWithin(name, each));
  });
}

function isUnweighed(constraint: CertifiedName, names: readonly CertifiedName[]): boolean {
  if (constraint.kind !== 'other') return false;
  const { type } = constraint;
  return type === directory || names.some((name) => name.kind === 'other' && name.type === type);
}

function isWithin(name: CertifiedName, constraint: CertifiedName): boolean {
  if (name.kind === 'dns' && constraint.kind === 'dns') {
    // All hosts below a domain are within what the domain is within.
    const host = name.name.replace(/^\*\./, '');
    const domain = constraint.name;
    if (domain === '') return true;
    if (domain.startsWith('.')) return name.name.endsWith(domain);
    return host === domain || host.endsWith(`.${domain}`);
  }
  if (name.kind === 'ip' && constraint.kind === 'ip') {
    const { bytes } = name;
    if (constraint.bytes.length !== 2 * bytes.length) return false;
    return bytes.every((byte, at) => {
      const mask = constraint.bytes[bytes.length + at] ?? 0;
      return (byte & mask) === ((constraint.bytes[at] ?? 0) & mask);
    });
  }
  return false;
}

/** Whether a name for all hosts of a domain is also for one within a constraint. */
function isPartOf(name: CertifiedName, constraint: CertifiedName): boolean {
  if (name.kind !== 'dns' || constraint.kind !== 'dns' || !name.name.startsWith('*.')) return false;
  return constraint.name.endsWith(name.name.slice(1));
}
