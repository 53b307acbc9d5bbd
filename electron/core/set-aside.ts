import { reportFault } from './faults';
import type { Files } from './ports/files';

/**
 * Sets a damaged file aside, then writes again what could be read of it. A file that can't be set
 * aside (in a read-only folder, say) is not written over: it may be the only copy of what was lost.
 * Never rejects. @returns what the damaged file is called now
 */
export async function setAsideDamaged(
  files: Pick<Files, 'setAside'>,
  name: string,
  write: () => Promise<void>,
): Promise<string> {
  let aside: string;
  try {
    aside = await files.setAside(name);
  } catch (fault) {
    reportFault('a damaged file could not be set aside', fault);
    return name;
  }
  try {
    await write();
  } catch (fault) {
    reportFault('what was read of a damaged file could not be written', fault);
  }
  return aside;
}
