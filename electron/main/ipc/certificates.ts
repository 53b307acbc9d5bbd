import path from 'node:path';
import type { OwnCertificates } from '@core/certificates/own-certificates';
import type { Session } from '@core/session/session';
import { namingFile, readPersonFile } from '../person-files';
import type { HandlersOf } from './registrar';

/** What the calls about certificate authorities need. */
export interface CertificateHandlerOptions {
  certificates: OwnCertificates;
  session: Pick<Session, 'authority'>;
  /** Asks a person for a file with certificates; null where they cancel. */
  chooseCertificateFile(windowId: number): Promise<string | null>;
}

/** Certificate authorities that a person trusts. The page never names a path. */
export function certificateHandlers(
  options: CertificateHandlerOptions,
): HandlersOf<'certificates'> {
  const { certificates, session, chooseCertificateFile } = options;
  return {
    'certificates.list': () => certificates.list(),
    'certificates.add': async (_, { windowId }) => {
      const file = await chooseCertificateFile(windowId);
      if (file === null) return null;
      const name = path.basename(file);
      const list = await namingFile(name, async () =>
        certificates.add({ name, text: await readPersonFile(file) }),
      );
      // What the certificate held back goes on at once.
      session.authority()?.target.account.wakeLink();
      return list;
    },
    'certificates.remove': (fingerprint) => certificates.remove(fingerprint),
  };
}
