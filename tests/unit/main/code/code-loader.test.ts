import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CodeLoader } from '@main/code/code-loader';
import { COMPILED_FILE, packCompiled, readCompiled } from '@main/code/compiled-code';
import { freshFolder } from '../../runtime/folder';

let folder: string;
const file = (name: string) => path.join(folder, name);

function write(name: string, code: string): void {
  mkdirSync(path.dirname(file(name)), { recursive: true });
  writeFileSync(file(name), code);
}

/** Keeps what V8 makes of a file and of all that it asks for, as a build does. */
function compile(name: string): void {
  const loader = new CodeLoader(folder, null);
  loader.load(file(name));
  const files = loader.loaded.flatMap(({ name, script }) => {
    const data = script?.createCachedData();
    return data ? { name, code: readFileSync(file(name)), data } : [];
  });
  writeFileSync(file(COMPILED_FILE), packCompiled(files));
}

/** What is loaded, with whether V8 refused what was made of it: undefined where it got nothing. */
function loadedWith(name: string): { exports: unknown; refused: unknown[] } {
  const loader = new CodeLoader(folder, readCompiled(folder));
  const exports = loader.load(file(name));
  return { exports, refused: loader.loaded.map(({ isRefused }) => isRefused) };
}

beforeEach(() => {
  folder = freshFolder();
  write('main.cjs', `'use strict';\nexports.sum = require('./chunks/sum-1.cjs').sum(20, 22);`);
  write(
    'chunks/sum-1.cjs',
    `exports.sum = (a, b) => a + b; exports.main = require('../main.cjs');` +
      ` exports.sep = require('node:path').sep; exports.at = [__dirname, __filename];`,
  );
});

describe('the code of main', () => {
  it('is loaded with what it asks for: its own files once, all else from Node', () => {
    const loader = new CodeLoader(folder, null);
    const exports = loader.load(file('main.cjs'));
    expect(exports).toEqual({ sum: 42 });
    expect(loader.load(file('chunks/sum-1.cjs'))).toMatchObject({
      ...{ main: exports, sep: path.sep },
      at: [file('chunks'), file('chunks/sum-1.cjs')],
    });
    expect(loader.loaded.map(({ name }) => name)).toEqual(['main.cjs', 'chunks/sum-1.cjs']);
  });

  it('tells where it broke, and is loaded again after that', () => {
    write('main.cjs', `throw new Error('the test')`);
    const loader = new CodeLoader(folder, null);
    const load = () => loader.load(file('main.cjs'));
    expect(load).toThrow('the test');
    write('main.cjs', 'exports.isMended = true');
    expect(load()).toEqual({ isMended: true });
  });

  it('is taken as it was compiled', () => {
    compile('main.cjs');
    expect(loadedWith('main.cjs')).toEqual({ exports: { sum: 42 }, refused: [false, false] });
  });

  it('is loaded without what was compiled, once that was let go of', () => {
    compile('main.cjs');
    const loader = new CodeLoader(folder, readCompiled(folder));
    loader.load(file('main.cjs'));
    loader.forget();
    expect(loader.loaded.map(({ script }) => script)).toEqual([null, null]);
    write('later.cjs', `exports.sum = require('./main.cjs').sum`);
    expect(loader.load(file('later.cjs'))).toEqual({ sum: 42 });
    expect(loader.loaded.at(-1)?.isRefused).toBeUndefined();
  });

  it('is compiled again where it is not the code that was compiled, be it as long', () => {
    compile('main.cjs');
    const code = readFileSync(file('chunks/sum-1.cjs'), 'utf8');
    write('chunks/sum-1.cjs', code.replace('a + b', 'a * b'));
    expect(loadedWith('main.cjs')).toEqual({ exports: { sum: 440 }, refused: [false, undefined] });
  });

  it('is compiled again where what was made of it is damaged', () => {
    compile('main.cjs');
    const content = readFileSync(file(COMPILED_FILE));
    content[content.length - 16] = (content[content.length - 16] ?? 0) ^ 1;
    writeFileSync(file(COMPILED_FILE), content);
    expect(loadedWith('main.cjs').refused).toEqual([false, undefined]);
    writeFileSync(file(COMPILED_FILE), content.subarray(0, 20));
    expect(loadedWith('main.cjs')).toEqual({
      exports: { sum: 42 },
      refused: [undefined, undefined],
    });
  });

  it('is compiled again by another Electron than the one that compiled it', () => {
    compile('main.cjs');
    const content = readFileSync(file(COMPILED_FILE), 'latin1');
    const { v8 } = process.versions;
    writeFileSync(file(COMPILED_FILE), content.replace(v8, v8.replace(/\d/, '0')), 'latin1');
    expect(readCompiled(folder)).toBeNull();
  });
});
