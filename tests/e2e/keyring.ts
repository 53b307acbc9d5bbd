import keytar from '@github/keytar';

/** The name under which Fleetdesk keeps its entries in the system's keychain. */
const service = 'fleetdesk';

/** What Fleetdesk keeps in the real keyring of this session. */
export function keyringEntries(): Promise<{ account: string; password: string }[]> {
  return keytar.findCredentials(service);
}

/** Empties Fleetdesk's part of the keyring, so that no test finds what another one left. */
export async function emptyKeyring(): Promise<void> {
  for (const { account } of await keyringEntries()) await keytar.deletePassword(service, account);
}
