import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { shortcutKeys } from '@/app/shortcut-keys';

const source = resolve(import.meta.dirname, '../../../../src');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|vue)$/.test(file) && !file.endsWith('shortcut-keys.ts'))
  .map((file) => readFileSync(resolve(source, file), 'utf8'))
  .join('\n');

it('no key is listed in help that no screen answers to', () => {
  const unused = Object.values(shortcutKeys)
    .flatMap((group) => Object.keys(group))
    .filter((label) => !new RegExp(`\\(\\s*'${label.replaceAll('.', '\\.')}'\\s*,`).test(code));
  expect(unused).toEqual([]);
});
