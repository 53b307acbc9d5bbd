/** One-way fingerprints: names for files and keychain entries that give nothing away. */
export interface Digest {
  /** SHA-256 of the UTF-8 text, as lower-case hex. */
  sha256(text: string): string;
}
