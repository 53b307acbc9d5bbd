import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type UserConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const root = import.meta.dirname;

/** The aliases of the floors; the same names are in `electron/tsconfig.base.json`. */
export const floors = {
  '@contract': resolve(root, 'electron/contract'),
  '@core': resolve(root, 'electron/core'),
  '@adapters': resolve(root, 'electron/adapters'),
  '@main': resolve(root, 'electron/main'),
  '@demo': resolve(root, 'electron/demo'),
  '@resources': resolve(root, 'resources'),
};

/** The renderer sees the contract and itself; every other floor is out of its reach. */
export const rendererFloors = {
  '@contract': floors['@contract'],
  '@resources': floors['@resources'],
  '@': resolve(root, 'src'),
};

/**
 * What the build is for, as `electron/main/build-kind.ts` has it. Only main knows it, so that alone
 * is built for a package; preload and pages are those of the build from a clone.
 */
const kind = process.env.FLEETDESK_BUILD ?? 'source';
const packageFolder = resolve(root, 'out/package', kind);

/** Where a package gets its updates from, as `electron/main/update-source.ts` has it. */
const { FLEETDESK_UPDATE_URL: address, FLEETDESK_UPDATE_KEY: publicKey } = process.env;
const updates = kind !== 'source' && address && publicKey ? { address, publicKey } : null;

/**
 * Makes what is built small, so that it is read and compiled sooner. Names stay: the faults that
 * people report tell where they happened.
 */
const small = (): Plugin => ({
  name: 'small-with-names',
  apply: 'build',
  outputOptions: (options) => ({
    ...options,
    minify: {
      compress: true,
      mangle: { toplevel: false, keepNames: true },
      codegen: { removeWhitespace: true },
    },
  }),
  // After the minifier, which writes such characters out. Columns of the maps are off behind them;
  // only the names of files are read there.
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = inLatin1(file.code);
    }
  },
});

/**
 * Code with escapes in place of all that is not Latin 1. V8 keeps the text of a script: with one such
 * character each of the others would take two bytes.
 */
export function inLatin1(code: string): string {
  return code.replace(
    /(\\*)([^\p{ASCII}\u0080-\u00ff]+)/gu,
    (_found, slashes: string, others: string) => {
      // A character may be escaped for no reason; the slash would then escape that of ours.
      const before = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
      return before + others.replaceAll(/[^]/g, escapeUnit);
    },
  );
}

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Axios as it is in browsers. Main gives it a `fetch` to ask with; what it would ask with in Node is
 * as large as a fifth of main.
 */
export const axiosWithoutNode = (): Plugin => ({
  name: 'axios-without-node',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (!importer || !/[\\/]axios[\\/]lib[\\/]/.test(importer)) return null;
    const found = await this.resolve(id, importer, { skipSelf: true });
    const [, folder, file] = found?.id.match(/^(.*[\\/]axios)[\\/](lib[\\/].*)$/) ?? [];
    if (folder === undefined || file === undefined) return found;
    const other = axiosInBrowsers[`./${file.replaceAll('\\', '/')}`];
    return other === undefined ? found : resolve(folder, other);
  },
});

/** What its package says of browsers. */
const { browser: axiosInBrowsers } = createRequire(import.meta.url)('axios/package.json') as {
  browser: Readonly<Record<string, string>>;
};

/**
 * Main's packages are development dependencies and so part of the build, which is one file to read in
 * place of hundreds. Those under `dependencies` are loaded from their own folders: they have native
 * parts, read files beside their code, or can't be taken in (fflate names something `require`).
 */
const main: UserConfig['main'] = {
  plugins: [small(), axiosWithoutNode()],
  resolve: { alias: floors },
  define: {
    __FLEETDESK_BUILD__: JSON.stringify(kind),
    __FLEETDESK_UPDATES__: JSON.stringify(updates),
  },
  build: {
    rollupOptions: {
      input: {
        index: resolve(root, 'electron/main/code/index.ts'),
        fleetdesk: resolve(root, 'electron/main/index.ts'),
        compile: resolve(root, 'electron/main/code/compile.ts'),
      },
      // V8 keeps what it compiled of scripts; of ES modules Node 20 lets it keep nothing.
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: 'chunks/[name]-[hash].cjs',
      },
    },
    // Tells which packages are part of the build, and so whose licenses a package has to carry.
    sourcemap: 'hidden',
    ...(kind === 'source' ? {} : { outDir: resolve(packageFolder, 'main') }),
  },
};

/**
 * What a start loads in two files, of which each costs main a turn: the frame around all screens,
 * and the map with what it needs beside.
 */
const fewFiles = [
  // What loads the frame can't be a part of it.
  { name: 'begin', test: /vite[\\/]preload-helper|first-picture/, priority: 3 },
  {
    name: 'frame',
    test: /[\\/]src[\\/](App\.vue|app[\\/](start|router|report-faults|trusted-types|stores[\\/]resources-store)\.ts|i18n[\\/]by-topic\.ts)/,
    priority: 2,
  },
  { name: 'map', test: /[\\/]features[\\/]live-map[\\/]Page\.vue/, priority: 1 },
];

/** Documents ask for the frame at once, and run it after their first picture. */
const askForFrame = (): Plugin => ({
  name: 'ask-for-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        const href = `./${file.fileName}`;
        if (file.type === 'chunk') {
          if (file.name !== 'frame') return [];
          // As a module it would be compiled at once, in front of the first picture.
          return { tag: 'link', attrs: { rel: 'preload', as: 'script', crossorigin: true, href } };
        }
        if (!/[\\/]frame-[^\\/]*\.css$/.test(file.fileName)) return [];
        return { tag: 'link', attrs: { rel: 'preload', as: 'style', crossorigin: true, href } };
      }),
  },
});

const pages: UserConfig = {
  preload: {
    plugins: [small()],
    resolve: { alias: floors },
    build: {
      sourcemap: 'hidden',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(root, 'electron/preload/index.ts') },
        // A sandboxed preload is loaded as CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src'),
    plugins: [vue(), small(), askForFrame()],
    resolve: {
      alias: [
        ...Object.entries(rendererFloors).map(([find, replacement]) => ({ find, replacement })),
        { find: /^zod$/, replacement: resolve(root, 'src/app/without-eval.ts') },
      ],
    },
    worker: { format: 'es', plugins: () => [small()] },
    build: {
      sourcemap: 'hidden',
      // Every asset is a file of its own: the CSP allows no data: scripts or fonts.
      assetsInlineLimit: 0,
      // Two documents: the sign-in form's is gone once somebody is signed in. Named, because
      // electron-vite merges a list with an empty entry of its own, which can't be resolved.
      rollupOptions: {
        input: {
          index: resolve(root, 'src/index.html'),
          'sign-in': resolve(root, 'src/sign-in.html'),
        },
        output: { codeSplitting: { groups: fewFiles } },
      },
    },
  },
};

export default defineConfig(kind === 'source' ? { main, ...pages } : { main });
