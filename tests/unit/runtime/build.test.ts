import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksum, isCurrent } from '../../../electron/runtime/build.mjs';
import { freshFolder } from './folder';

function project() {
  const folder = freshFolder();
  mkdirSync(path.join(folder, 'src', 'map'), { recursive: true });
  writeFileSync(path.join(folder, 'src', 'main.ts'), 'one');
  writeFileSync(path.join(folder, 'src', 'map', 'layer.ts'), 'two');
  writeFileSync(path.join(folder, 'package.json'), '{}');
  return folder;
}

const SOURCES = ['package.json', 'src'];

describe('whether a build is current', () => {
  it('has one checksum for the same sources, wherever they lie', async () => {
    expect(await checksum(project(), SOURCES)).toBe(await checksum(project(), SOURCES));
  });

  it.each([
    ['content', (folder: string) => writeFileSync(path.join(folder, 'src', 'main.ts'), 'ONE')],
    ['a new file', (folder: string) => writeFileSync(path.join(folder, 'src', 'new.ts'), '')],
    ['a removed file', (folder: string) => rmSync(path.join(folder, 'src', 'map', 'layer.ts'))],
    ['a file of the root', (folder: string) => rmSync(path.join(folder, 'package.json'))],
    [
      'content that moved to another file',
      (folder: string) => {
        writeFileSync(path.join(folder, 'src', 'main.ts'), 'two');
        writeFileSync(path.join(folder, 'src', 'map', 'layer.ts'), 'one');
      },
    ],
  ])('sees a change of %s', async (_what, change) => {
    const folder = project();
    const before = await checksum(folder, SOURCES);
    change(folder);
    expect(await checksum(folder, SOURCES)).not.toBe(before);
  });

  it('asks for the result, its stamp, and the same sources', () => {
    const folder = freshFolder();
    const target = { result: 'index.js', stamp: 'stamp' };
    expect(isCurrent(folder, target, 'sum')).toBe(false);
    writeFileSync(path.join(folder, 'stamp'), 'sum');
    expect(isCurrent(folder, target, 'sum')).toBe(false);
    writeFileSync(path.join(folder, 'index.js'), '');
    expect(isCurrent(folder, target, 'sum')).toBe(true);
    expect(isCurrent(folder, target, 'another sum')).toBe(false);
  });
});
