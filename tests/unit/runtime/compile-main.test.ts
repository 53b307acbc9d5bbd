import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { compileMain } from '../../../electron/runtime/compile-main.mjs';
import { freshFolder } from './folder';

/** A build whose compiling is this code; Node runs it in place of Electron. */
function buildWith(code: string): string {
  const folder = freshFolder();
  writeFileSync(path.join(folder, 'compile.cjs'), code);
  return folder;
}

it('main is compiled by the Electron that will run it, in a data folder that is gone after that', async () => {
  const folder = buildWith(
    `require('node:fs').writeFileSync(__dirname + '/arguments', process.argv.slice(2).join('\\n'))`,
  );
  expect(await compileMain(folder, process.execPath)).toBe(true);
  const args = readFileSync(path.join(folder, 'arguments'), 'utf8').split('\n');
  const data = args.find((each) => each.startsWith('--user-data-dir='))?.split('=')[1] ?? '';
  expect(path.isAbsolute(data)).toBe(true);
  expect(existsSync(data)).toBe(false);
});

it.each([
  ['code that fails', `console.error('the test'); process.exit(3)`, process.execPath],
  ['an Electron that is not there', '', path.join(path.sep, 'nowhere', 'electron')],
])('a build goes on without that, and says so: %s', async (_what, code, executable) => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await compileMain(buildWith(code), executable)).toBe(false);
  expect(said.mock.calls.join('\n')).toContain('was not compiled ahead');
});
