import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

/** Tests that the threat model names: `tests/file.ts` › name. */
const named = Array.from(
  read('electron/main/SECURITY.md').matchAll(/`(tests\/[^`]+)`(?: › ([^|\n]+))?/g),
  ([, file = '', name]) => ({ file, name: name?.trim() ?? null }),
);

describe('the threat model', () => {
  it('names tests', () => {
    expect(named.length).toBeGreaterThan(40);
  });

  it.each(named)('names a test that exists: $file › $name', ({ file, name }) => {
    expect(existsSync(resolve(root, file))).toBe(true);
    if (name !== null) expect(read(file)).toContain(name);
  });

  it('answers all 20 items of the checklist, each with a test', () => {
    const rows = read('electron/main/SECURITY.md').match(/^\| \d+ .*$/gm) ?? [];
    expect(rows).toHaveLength(20);
    expect(rows.filter((row) => !row.includes('`tests/'))).toEqual([]);
  });
});

const sources = readdirSync(resolve(root, 'electron'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: read(`electron/${file}`) }));
const windows = sources.filter(({ text }) => text.includes('webPreferences: {'));

describe('the settings of windows', () => {
  it('every window has the settings that keep a page apart', () => {
    expect(windows).not.toEqual([]);
    for (const { file, text } of windows) {
      for (const setting of [
        'sandbox: true',
        'contextIsolation: true',
        'nodeIntegration: false',
        'nodeIntegrationInWorker: false',
        'nodeIntegrationInSubFrames: false',
        'webSecurity: true',
        'webviewTag: false',
      ]) {
        expect(text, file).toContain(setting);
      }
    }
  });

  it('no window switches on what loosens a page', () => {
    const loosening =
      /allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|nodeIntegration\w*: true|webSecurity: false|sandbox: false/;
    expect(sources.filter(({ text }) => loosening.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('the declared Electron is the one that README names', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    expect(read('README.md')).toContain(`| ${devDependencies['electron'] ?? ''}`);
  });
});
