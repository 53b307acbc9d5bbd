import { FleetdeskError } from '@contract/errors';
import type { Shell } from '../shell';
import { ShotsProblem } from './page-driver';
import { takeShots, type ShotsStage } from './shots';
import { Wanted } from './wanted';

/**
 * Takes the pictures that `--shots` asks for; answers the exit code of the process. It speaks to a
 * terminal, in English, as the commands that start it do.
 */
export async function photograph({
  shell,
  only,
  ...stage
}: Omit<ShotsStage, 'window' | 'say' | 'wanted'> & {
  shell: Shell;
  only: readonly string[];
}): Promise<0 | 1> {
  const window = shell.window?.window;
  try {
    if (window === undefined) throw new ShotsProblem('The window was closed.');
    await takeShots({
      ...stage,
      window,
      wanted: new Wanted(only),
      say: (line) => {
        process.stdout.write(`${line}\n`);
      },
    });
    return 0;
  } catch (fault) {
    process.stderr.write(`The pictures could not be taken. ${explain(fault)}\n`);
    return 1;
  }
}

function explain(fault: unknown): string {
  if (fault instanceof FleetdeskError) return `${fault.error.code}: ${fault.message}`;
  return fault instanceof Error ? fault.message : String(fault);
}
