/** What a spreadsheet's file begins with where it is written in two bytes a letter. */
const wide = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** The text of a file: spreadsheets write UTF-8, UTF-16 or the old encoding of Western Windows. */
export function decodeText(bytes: Uint8Array): string {
  for (const [encoding, [first, second]] of Object.entries(wide)) {
    if (bytes[0] === first && bytes[1] === second) return new TextDecoder(encoding).decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
