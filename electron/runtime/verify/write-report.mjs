import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../project.mjs';

/** The variable that tells our reporters where to write. */
export const REPORT_VARIABLE = 'FLEETDESK_TEST_REPORT';

/** @param {string} file the file's name in a report */
export function nameInReport(file) {
  return path.relative(root, file).split(path.sep).join('/');
}

/** The first line of what went wrong, without colors. @param {{message?: string | undefined}} error */
export function firstLine(error) {
  const [line = ''] = stripVTControlCharacters(error.message ?? 'unknown error')
    .trim()
    .split('\n');
  return line;
}

/** @param {import('./outcome.mjs').TestReport} report */
export function writeReport(report) {
  const file = process.env[REPORT_VARIABLE];
  if (!file) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(report));
}
