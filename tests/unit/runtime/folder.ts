import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder, which is gone after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetdesk-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
