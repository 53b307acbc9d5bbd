import { createRequire } from 'node:module';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import type * as Transport from '@adapters/http/axios-transport';
import { axiosWithoutNode, floors } from '../../../electron.vite.config';

/** Builds the way to the service as main does. */
async function built(): Promise<Map<string, string>> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [axiosWithoutNode()],
    resolve: { alias: floors },
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      rollupOptions: {
        input: path.join(floors['@adapters'], 'http/axios-transport.ts'),
        output: { format: 'cjs', entryFileNames: 'entry.cjs', chunkFileNames: '[name].cjs' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
  );
}

/** What Node loads its own `fetch` for as soon as somebody looks at it. */
const lazy = ['fetch', 'FormData', 'Headers', 'Request', 'Response'] as const;

it("looks at Node's own fetch with the first request, and not as it is loaded", async () => {
  const files = await built();
  const seen: string[] = [];
  const world = {
    URL,
    URLSearchParams,
    TextEncoder,
    Blob,
    AbortController,
    TransformStream,
    setTimeout,
    clearTimeout,
  };
  for (const name of lazy) {
    Object.defineProperty(world, name, {
      get: () => {
        seen.push(name);
        return globalThis[name];
      },
    });
  }
  const context = createContext(world);
  const node = createRequire(import.meta.url);
  const loaded = new Map<string, { exports: object }>();
  const load = (id: string): object => {
    const name = path.basename(id);
    const code = files.get(name);
    if (code === undefined) return node(id) as object;
    let module = loaded.get(name);
    if (module === undefined) {
      module = { exports: {} };
      loaded.set(name, module);
      const run = runInContext(`(function (module, exports, require) {${code}\n})`, context) as (
        ...given: unknown[]
      ) => void;
      run(module, module.exports, load);
    }
    return module.exports;
  };
  const { AxiosTransport } = load('./entry.cjs') as typeof Transport;
  const transport = new AxiosTransport({
    open: () =>
      Promise.resolve({
        fetch: () => Promise.resolve(new Response('told')),
        findRedirect: () => Promise.resolve(null),
        release: () => undefined,
      }),
    isOffline: () => false,
  });
  expect(seen).toEqual([]);

  const answer = await transport.send({
    ...{ base: 'https://example.test', path: '/v2/vehicles', method: 'GET', headers: {} },
    ...{ body: null, timeout: 60_000, maxBytes: 100, maxRefusalBytes: 100 },
  });
  expect(answer).toMatchObject({ status: 200, body: 'told' });
  expect(seen).not.toEqual([]);
});
