import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** What the compiler says about a made-up file of a floor, with that floor's own settings. */
function complaints(floor: string, code: string): string[] {
  const folder = resolve(root, floor);
  const config = ts.getParsedCommandLineOfConfigFile(
    resolve(folder, 'tsconfig.json'),
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (config === undefined) throw new Error(`No settings for ${floor}.`);
  const madeUp = resolve(folder, 'made-up.ts');
  const host = ts.createCompilerHost(config.options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => file === madeUp || fileExists(file);
  host.readFile = (file) => (file === madeUp ? code : readFile(file));
  host.getSourceFile = (file, version, ...rest) =>
    file === madeUp
      ? ts.createSourceFile(file, code, version)
      : getSourceFile(file, version, ...rest);
  const ambient = readdirSync(folder)
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => resolve(folder, file));
  const options = { ...config.options, composite: false, incremental: false };
  const program = ts.createProgram([madeUp, ...ambient], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(madeUp))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe.each(['electron/contract', 'electron/core'])('%s', (floor) => {
  it.each(['window', 'document', 'fetch', 'setTimeout', 'process', 'Buffer', 'require'])(
    'compiles without %s',
    (name) => {
      const [complaint] = complaints(floor, `export const made = ${name};\n`);
      expect(complaint).toContain(`Cannot find name '${name}'`);
    },
  );

  it('compiles without the modules of Node', () => {
    const [complaint] = complaints(floor, "export { join } from 'node:path';\n");
    expect(complaint).toContain("'node:path'");
  });

  it('compiles what is plain TypeScript', () => {
    expect(complaints(floor, 'export const made = new Map<string, number>();\n')).toEqual([]);
  });
});
