import { z } from 'zod';

/** What would turn the text around it, or can't be seen. Joiners inside emoji stay. */
const unseen = /[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** A name that a person gives, as it is kept: what can be seen of it, one space between words. */
export function cleanName(name: string): string {
  return name.normalize('NFC').replace(unseen, ' ').replaceAll(/\s+/gu, ' ').trim();
}

/** A name that a person gives to something of this office's own, of so many characters at most. */
export function givenNameSchema(most: number) {
  return z.string().transform(cleanName).pipe(z.string().min(1).max(most));
}
