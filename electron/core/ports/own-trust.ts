/** A certificate as a file holds it. */
export interface FoundCertificate {
  /** In PEM form, without anything around it. */
  readonly pem: string;
  readonly subject: string;
  /** SHA-256, as in `AB:CD:…`. */
  readonly fingerprint: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
  /** It may sign others. */
  readonly isAuthority: boolean;
}

/** Certificate authorities that are trusted beside those of the system. */
export interface OwnTrust {
  /** The certificates of a file in PEM form; null for each that can't be read. */
  read(text: string): readonly (FoundCertificate | null)[];
  /** From now on these are trusted, in PEM form, and no others of an earlier call. */
  use(authorities: readonly string[]): void;
}
