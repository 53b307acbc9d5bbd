import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('the help of a command', () => {
  let clone = '';

  beforeAll(() => {
    clone = mkdtempSync(path.join(tmpdir(), 'fleetdesk-clone-'));
    cpSync(runtime, path.join(clone, 'electron', 'runtime'), { recursive: true });
    cpSync(path.join(root, 'package.json'), path.join(clone, 'package.json'));
  });
  afterAll(() => {
    rmSync(clone, { recursive: true, force: true });
  });

  it.each([
    ...['up', 'e2e', 'verify', 'demo-service', 'bench', 'torture', 'package', 'package-test'],
    'sign-feed',
  ])('%s is shown in a fresh clone, and installs nothing', (name) => {
    const entry = path.join(clone, 'electron', 'runtime', `${name}.mjs`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry, '--help'], {
      ...{ cwd: clone, encoding: 'utf8' },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Usage: npm run .+\n/);
    expect(status).toBe(0);
    expect(readdirSync(clone).sort()).toEqual(['electron', 'package.json']);
  });
});
