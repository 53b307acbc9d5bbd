/** What a file begins with where it is written in two bytes a letter. */
const wide = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** The encoding that an XML file tells in its first line. */
const told = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * The text of a file of another program: UTF-8 or UTF-16, else the encoding that an XML file tells,
 * else the old one of Western Windows, as spreadsheets write it.
 */
export function decodeText(bytes: Uint8Array): string {
  for (const [encoding, [first, second]] of Object.entries(wide)) {
    if (bytes[0] === first && bytes[1] === second) return new TextDecoder(encoding).decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf(bytes).decode(bytes);
  }
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  const usual = new TextDecoder('windows-1252');
  const [, encoding] = told.exec(usual.decode(bytes.subarray(0, 300))) ?? [];
  try {
    // One that tells UTF-8 and is not is what most such files really are.
    return encoding === undefined || /^utf/i.test(encoding) ? usual : new TextDecoder(encoding);
  } catch {
    return usual;
  }
}
