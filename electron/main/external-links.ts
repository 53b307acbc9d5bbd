import { shell } from 'electron';
import { reportFault } from '@core/faults';

/** The only kinds of address that leave the app: the browser and the mail program. */
const allowed = new Set(['https:', 'mailto:']);

/** Whether an address may be handed to the system: `file:`, `smb:` and their like run programs. */
export function isAllowedOutside(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return allowed.has(protocol) && username === '' && password === '';
}

/** The one way out of the app. Answers whether the address was opened. */
export async function openOutside(address: string): Promise<boolean> {
  if (!isAllowedOutside(address)) return false;
  try {
    await shell.openExternal(new URL(address).href);
    return true;
  } catch (fault) {
    reportFault('the system could not open a link', fault);
    return false;
  }
}
