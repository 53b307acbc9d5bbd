import path from 'node:path';
import { zipFiles } from '@adapters/diagnosis/zip-files';
import type { Settings } from '@contract/settings';
import type { Diagnosis } from '@core/diagnosis/diagnosis';
import { SupportBundles } from '@core/diagnosis/support-bundles';
import type { Journal } from '@core/logging/journal';
import type { Random } from '@core/ports/random';
import type { StoreKeeper } from '@core/store/store-keeper';
import type { Workspaces } from '@core/workspace/workspaces';
import { writePersonFile } from '../person-files';
import type { HandlersOf } from './registrar';

/** What the calls about faults and their causes need. */
export interface DiagnosisHandlerOptions {
  journal: Journal;
  diagnosis: Diagnosis;
  random: Pick<Random, 'id'>;
  versions: { app: string; electron: string };
  settings: { state(): Settings };
  keeper: StoreKeeper;
  workspaces: Workspaces;
  /** Asks a person where a support bundle is saved; null where they cancel. */
  chooseBundleTarget(windowId: number): Promise<string | null>;
}

/** Faults of pages. */
export function journalHandlers({
  journal,
}: Pick<DiagnosisHandlerOptions, 'journal'>): HandlersOf<'journal'> {
  return {
    'journal.reportFault': (fault, { windowId }) => {
      journal.addPageFault(windowId, fault);
    },
  };
}

/** Checks of what Fleetdesk needs, and bundles for support. */
export function diagnosisHandlers(options: DiagnosisHandlerOptions): HandlersOf<'diagnosis'> {
  const { journal, diagnosis, random, versions, settings, keeper, workspaces } = options;
  const bundles = new SupportBundles({
    random,
    redactor: journal.redactor,
    versions: () => ({
      ...{ fleetdesk: versions.app, electron: versions.electron },
      ...{ node: process.versions.node, platform: process.platform, arch: process.arch },
    }),
    settings: () => settings.state(),
    checks: () => diagnosis.results(),
    journal: () => journal.state(),
    store: () => keeper.state(),
    counts: () => {
      const { syncs } = workspaces.peek()?.records.snapshot() ?? { syncs: {} };
      return Object.fromEntries(Object.entries(syncs).map(([name, { count }]) => [name, count]));
    },
    log: (most) => journal.read(most),
  });
  return {
    'diagnosis.check': (input, { signal }) => diagnosis.check(input, signal),
    'diagnosis.makeBundle': () => bundles.make(),
    'diagnosis.saveBundle': async ({ id, names }, { windowId }) => {
      const files = bundles.take(id, names);
      const target = await options.chooseBundleTarget(windowId);
      if (target === null) return null;
      await writePersonFile(target, zipFiles(files));
      return path.basename(target);
    },
  };
}
