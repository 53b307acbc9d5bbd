import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const eslint = new ESLint({ cwd: root });

/** What the floors check says about a made-up file. */
async function complaints(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'floors/imports')
    .map(({ message }) => message);
}

describe('the floors check', () => {
  it.each([
    ['electron/contract/made-up.ts', '@core/feed', 'electron/contract may import no other floor'],
    ['electron/contract/made-up.ts', 'papaparse', 'electron/contract may import zod alone'],
    ['electron/contract/made-up.ts', 'node:fs', 'electron/contract runs without Node'],
    [
      'electron/core/made-up.ts',
      '@adapters/files/app-files',
      'it may not import electron/adapters',
    ],
    ['electron/core/made-up.ts', '../main/menu', 'it may not import electron/main'],
    ['electron/core/made-up.ts', 'electron', 'electron/core may not import "electron"'],
    ['electron/core/made-up.ts', 'vue', 'electron/core may not import "vue"'],
    ['electron/core/made-up.ts', 'axios', 'electron/core may not import "axios"'],
    ['electron/core/made-up.ts', 'node:path', 'ask for what you need through a port'],
    ['electron/adapters/made-up.ts', '@main/menu', 'it may not import electron/main'],
    ['electron/main/made-up.ts', '@/app/router', 'it may not import src'],
    ['electron/preload/made-up.ts', '@core/feed', 'it may not import electron/core'],
    ['electron/preload/made-up.ts', 'zod', 'electron/preload may import electron alone'],
    ['electron/demo/made-up.ts', '@contract/errors', 'it may not import electron/contract'],
    ['electron/demo/made-up.ts', 'electron', 'electron/demo may not import "electron"'],
    ['electron/runtime/made-up.mjs', 'fastify', 'electron/runtime runs before any install'],
    ['src/ui/made-up.ts', '@/app/router', 'src/ui may import src/ui, src/i18n'],
    ['src/i18n/made-up.ts', '@/ui/tokens', 'src/i18n may import src/i18n'],
    ['src/made-up.ts', '@core/feed', 'it may not import electron/core'],
    ['src/made-up.ts', '../electron/main/menu', 'it may not import electron/main'],
    ['src/made-up.ts', 'electron', 'src may not import "electron"'],
    ['src/made-up.ts', 'axios', 'src may not import "axios"'],
    ['src/made-up.ts', 'maplibre-gl', '"maplibre-gl" is for tests/bench alone'],
    ['src/made-up.ts', 'leaflet.markercluster', 'is for tests/bench alone'],
  ])('%s may not import %s', async (file, specifier, rule) => {
    const [complaint, ...others] = await complaints(file, `import '${specifier}';\n`);
    expect(complaint).toContain('Floor rule:');
    expect(complaint).toContain(rule);
    expect(others).toEqual([]);
  });

  it.each([
    ['a re-export', "export * from '@core/feed';\n"],
    ['a named re-export', "export { Feed } from '@core/feed';\n"],
    ['a type import', "import type { Feed } from '@core/feed';\nexport type F = Feed<1>;\n"],
    ['an import at run time', "export const feed = import('@core/feed');\n"],
  ])('sees through %s', async (_what, code) => {
    expect(await complaints('src/made-up.ts', code)).toHaveLength(1);
  });

  it('sees into components', async () => {
    const code = `<script setup lang="ts">\nimport '@core/feed';\n</script>\n`;
    expect(await complaints('src/MadeUp.vue', code)).toHaveLength(1);
  });

  it.each([
    ['electron/contract/made-up.ts', 'zod'],
    ['electron/core/made-up.ts', '@contract/errors'],
    ['electron/core/made-up.ts', 'papaparse'],
    ['electron/adapters/made-up.ts', '@core/ports/clock'],
    ['electron/adapters/made-up.ts', 'node:fs'],
    ['electron/main/made-up.ts', '@adapters/files/app-files'],
    ['electron/main/made-up.ts', 'electron'],
    ['electron/preload/made-up.ts', '@contract/channel-names'],
    ['electron/demo/made-up.ts', 'fastify'],
    ['electron/runtime/made-up.mjs', 'node:fs'],
    ['src/made-up.ts', '@contract/errors'],
    ['src/made-up.ts', 'vue'],
    ['src/ui/made-up.ts', '@/i18n/i18n'],
  ])('%s may import %s', async (file, specifier) => {
    expect(await complaints(file, `import '${specifier}';\n`)).toEqual([]);
  });
});

describe('the check for circles', () => {
  /** What it says about an import that is added to a file of the house. */
  async function circles(file: string, specifier: string): Promise<string[]> {
    const [result] = await eslint.lintText(`import '${specifier}';\n`, {
      filePath: resolve(root, file),
    });
    return (result?.messages ?? [])
      .filter(({ ruleId }) => ruleId === 'floors/circles')
      .map(({ message }) => message);
  }

  it('names every file on the way back', async () => {
    const own = 'electron/core/service/own-service.ts';
    expect(await circles(own, '../workspace/build-workspace')).toEqual([
      `Circle of imports: ${own} -> electron/core/workspace/build-workspace.ts -> ${own}.`,
    ]);
  });

  it('names the rooms of core on the way back', async () => {
    expect(await circles('electron/core/service/retry-after.ts', '../session/serial')).toEqual([
      'Circle of rooms in core: service -> session -> service.',
    ]);
  });

  it('lets an import pass that leads nowhere back', async () => {
    expect(await circles('electron/core/session/serial.ts', '../service/retry-after')).toEqual([]);
  });
});
