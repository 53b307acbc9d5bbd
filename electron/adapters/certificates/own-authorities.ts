import { X509Certificate } from 'node:crypto';
import type { Certificate, Request as VerifyRequest } from 'electron';
import { reportFault } from '@core/faults';
import type { FoundCertificate, OwnTrust } from '@core/ports/own-trust';
import { leadsToAnchor } from './chain';

/** Chromium's answers to a certificate, and the one fault of it that an authority of ours mends. */
const accepted = 0;
const asChromiumSays = -3;
const AUTHORITY_INVALID = -202;

const pemBlock = /-----BEGIN (?:X509 )?CERTIFICATE-----[^-]*-----END (?:X509 )?CERTIFICATE-----/g;

/**
 * Certificate authorities that Chromium does not know. It keeps what it judged of a certificate for
 * half an hour: where the authorities changed, requests need new sessions.
 */
export class OwnAuthorities implements OwnTrust {
  readonly #now: () => number;
  #anchors: readonly string[] = [];
  #generation = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Another number each time that other authorities are trusted. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether there are any. */
  get isEmpty(): boolean {
    return this.#anchors.length === 0;
  }

  read(text: string): readonly (FoundCertificate | null)[] {
    return (text.match(pemBlock) ?? []).map(readOne);
  }

  use(authorities: readonly string[]): void {
    if (JSON.stringify(authorities) === JSON.stringify(this.#anchors)) return;
    this.#anchors = [...authorities];
    this.#generation += 1;
  }

  /** Whether a server's certificate leads to one of them, with all that belongs to it. */
  trusts(host: string, shown: readonly (string | Buffer)[]): Promise<boolean> {
    const anchors = this.#anchors;
    if (anchors.length === 0) return Promise.resolve(false);
    return leadsToAnchor({ host, shown, anchors, now: this.#now() });
  }

  /**
   * Chromium's question about a certificate. Whatever it finds is valid, but for an authority that it
   * does not know: then all of the chain is looked at here, since it named the first fault alone.
   */
  readonly verify = (
    { errorCode, hostname, certificate }: VerifyRequest,
    answer: (verdict: number) => void,
  ): void => {
    if (errorCode !== AUTHORITY_INVALID) {
      answer(asChromiumSays);
      return;
    }
    this.trusts(hostname, shownBy(certificate)).then(
      (isTrusted) => {
        answer(isTrusted ? accepted : asChromiumSays);
      },
      (fault: unknown) => {
        reportFault('a certificate could not be looked at', fault);
        answer(asChromiumSays);
      },
    );
  };
}

/** What a server showed, its own certificate first. */
function shownBy(certificate: Certificate): string[] {
  const shown: string[] = [];
  const seen = new Set<string>();
  let next: Certificate | undefined = certificate;
  // The types promise an issuer of every certificate; the last one has none, or itself.
  while (next !== undefined && !seen.has(next.data)) {
    seen.add(next.data);
    shown.push(next.data);
    next = next.issuerCert as Certificate | undefined;
  }
  return shown;
}

function readOne(pem: string): FoundCertificate | null {
  try {
    const certificate = new X509Certificate(pem);
    return {
      pem: certificate.toString(),
      subject: nameOf(certificate.subject),
      fingerprint: certificate.fingerprint256,
      endsAt: Date.parse(certificate.validTo),
      isAuthority: certificate.ca,
    };
  } catch {
    return null;
  }
}

/** The name in a subject such as `O=Depot\nCN=Depot Root`: its own, else that of who has it. */
function nameOf(subject: string): string {
  const parts = new Map(
    subject.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  return (parts.get('CN') ?? parts.get('O') ?? parts.get('OU') ?? subject).slice(0, 200);
}
