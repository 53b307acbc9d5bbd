import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNodeSupported } from '../../../electron/runtime/entry.mjs';
import { readJson, root } from '../../../electron/runtime/project.mjs';

const runtime = path.join(root, 'electron', 'runtime');

describe('entries', () => {
  it.each([
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.12.0', true],
    ['24.1.0', true],
    ['12.22.12', false],
    ['20.18.3', false],
    ['21.7.3', false],
    ['22.11.0', false],
  ])('Node %s: %s', (version, supported) => {
    expect(isNodeSupported(version)).toBe(supported);
  });

  it('starts at the version that package.json names', () => {
    expect(readJson(path.join(root, 'package.json')).engines.node).toMatch(/^\^?(>=)?20\.19\.0/);
  });

  it.each(['up', 'e2e', 'verify', 'demo-service', 'bench', 'torture'])(
    '%s loads nothing but the check of the Node version at first',
    (name) => {
      const source = readFileSync(path.join(runtime, `${name}.mjs`), 'utf8');
      const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map(([, from]) => from);
      expect(imports).toEqual(['./entry.mjs']);
      expect(readFileSync(path.join(runtime, 'entry.mjs'), 'utf8')).not.toMatch(/^import /m);
    },
  );
});
