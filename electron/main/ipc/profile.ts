import path from 'node:path';
import type { ConnectionProfiles } from '@core/session/connection-profiles';
import type { Connections } from '@core/session/connections';
import { namingFile, readPersonFile, writePersonFile } from '../person-files';
import type { ProfileDialogs } from '../profile-dialogs';
import type { HandlersOf } from './registrar';

/** What the calls about service profiles need. */
export interface ProfileHandlerOptions {
  connections: Pick<Connections, 'find' | 'exportProfile'>;
  profiles: ConnectionProfiles;
  profileDialogs: ProfileDialogs;
}

/** Service profiles: seen, taken from a file and written to one. The page never names a path. */
export function profileHandlers(options: ProfileHandlerOptions): HandlersOf<'profile'> {
  const { connections, profiles, profileDialogs } = options;
  return {
    'profile.view': (id) => profiles.view(id),
    'profile.import': async (id, { windowId }) => {
      const file = await profileDialogs.chooseFile(windowId);
      if (file === null) return null;
      const name = path.basename(file);
      return namingFile(name, async () =>
        profiles.offer(id, { name, text: await readPersonFile(file) }),
      );
    },
    'profile.accept': (offerId) => profiles.accept(offerId),
    'profile.export': async (id, { windowId }) => {
      const text = connections.exportProfile(id);
      const suggested = fileNameFor(connections.find(id)?.name ?? '');
      const file = await profileDialogs.chooseTarget(windowId, suggested);
      if (file === null) return null;
      const name = path.basename(file);
      await namingFile(name, () => writePersonFile(file, text));
      return name;
    },
    'profile.reset': (id) => profiles.reset(id),
    'profile.edit': ({ connectionId, edit }) => profiles.edit(connectionId, edit),
    'profile.confirm': (id) => profiles.confirmTracking(id),
  };
}

/** A file name that every system takes: `depot-sul-profile.json`. */
function fileNameFor(connectionName: string): string {
  const plain = connectionName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${plain === '' ? 'service' : plain}-profile.json`;
}
