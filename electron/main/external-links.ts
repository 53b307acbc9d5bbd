import { shell } from 'electron';
import { dialedNumber } from '@contract/phone';
import { reportFault } from '@core/faults';
import { takeClick } from './clicks';

/** The only kinds of address that leave the app: the browser, the mail and the phone program. */
const allowed = new Set(['https:', 'mailto:', 'tel:']);

/** Whether an address may be handed to the system: `file:`, `smb:` and their like run programs. */
export function isAllowedOutside(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, href, username, password } = new URL(address);
  // Codes with a star or a hash make a phone do more than dial.
  if (protocol === 'tel:') return href === `tel:${pathname}` && dialedNumber(pathname) === pathname;
  return allowed.has(protocol) && username === '' && password === '';
}

/**
 * The one way out of the app: an address of an allowed kind, one for each click in the page that
 * asks for it. Answers whether the address was opened.
 */
export async function openOutside(address: string, contents: object | undefined): Promise<boolean> {
  if (!takeClick(contents)) {
    reportFault('a page asked for an address without a click', undefined);
    return false;
  }
  if (!isAllowedOutside(address)) {
    reportFault('a page asked for an address that stays closed', undefined);
    return false;
  }
  try {
    await shell.openExternal(new URL(address).href);
    return true;
  } catch (fault) {
    reportFault('the system could not open a link', fault);
    return false;
  }
}
