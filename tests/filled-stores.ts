import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives a run of tests a folder for the stores that its workers fill; removes it at the end. */
export default function share(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetdesk-filled-'));
  process.env['FLEETDESK_FILLED_STORES'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
