import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { windowBackgrounds } from '@main/windows/background';

it('has the colours of the page that will cover it', () => {
  const tokens = resolve(import.meta.dirname, '../../../../src/ui/tokens.css');
  const found = [...readFileSync(tokens, 'utf8').matchAll(/--surface-backdrop:\s*(#[0-9a-f]+)/g)];
  expect(found.map(([, colour]) => colour)).toEqual([
    windowBackgrounds.light,
    windowBackgrounds.dark,
  ]);
});
