import { KeychainFailure } from '../../ports/keychain';
import type { Check } from '../check';

/** No entry has this name: to ask for it says whether the keychain answers, and reads nothing. */
const ACCOUNT = 'diagnosis';

/** Whether the keychain of this computer can be used, and what it holds of the session. */
export const checkKeychain: Check = async ({ keychain, session }) => {
  try {
    await keychain.read(ACCOUNT);
  } catch (caught) {
    if (!(caught instanceof KeychainFailure)) throw caught;
    return ['failed', caught.kind === 'locked' ? 'locked' : 'unavailable'];
  }
  const { keychain: state, place } = session.state();
  if (state === 'unreadable') return ['warning', 'unreadable'];
  return ['fine', state === 'present' && place === 'keychain' ? 'present' : 'absent'];
};
