import type { z } from 'zod';

/**
 * What Fleetdesk wrote into a file or a keychain entry, or null where the text is anything else:
 * what to do about a broken one is for its reader to decide. No error tells what was in it.
 */
export function readStored<S extends z.ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
