import { askForFile, askForTarget } from './file-dialogs';
import type { Words } from './words';

/** Asks a person for the place of a profile file; null where none is chosen. */
export interface ProfileDialogs {
  chooseFile(windowId: number): Promise<string | null>;
  chooseTarget(windowId: number, suggestedName: string): Promise<string | null>;
}

/** The operating system's own file dialogs, above the window that asked. */
export function profileDialogs(words: () => Words): ProfileDialogs {
  const filters = () => [
    { name: words()('profileFile.kind'), extensions: ['json'] },
    { name: words()('profileFile.all'), extensions: ['*'] },
  ];
  return {
    chooseFile: (windowId) =>
      askForFile(windowId, { title: words()('profileFile.import'), filters: filters() }),
    chooseTarget: (windowId, suggestedName) =>
      askForTarget(windowId, {
        title: words()('profileFile.export'),
        name: suggestedName,
        filters: filters(),
      }),
  };
}

/** Asks a person for a file with certificates of authorities; null where none is chosen. */
export function chooseCertificateFile(windowId: number, words: Words): Promise<string | null> {
  return askForFile(windowId, {
    title: words('certificateFile.open'),
    filters: [
      { name: words('certificateFile.kind'), extensions: ['pem', 'crt', 'cer'] },
      { name: words('profileFile.all'), extensions: ['*'] },
    ],
  });
}
