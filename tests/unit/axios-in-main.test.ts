import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { axiosWithoutNode, withoutUnasked } from '../../electron.vite.config';

const entry = 'virtual:entry';

/** Builds a client as main does. */
async function built(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      axiosWithoutNode(),
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import axios from 'axios'; export const make = (env) => axios.create({ adapter: 'fetch', env });`
            : null,
      },
    ],
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      rollupOptions: { input: entry, treeshake: withoutUnasked, output: { format: 'cjs' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

describe('axios as a part of main', () => {
  it("looks at Node's own fetch with the first request, and not as it is loaded", async () => {
    const seen: string[] = [];
    const global = new Proxy(globalThis, {
      get: (target, name) => {
        if (name === 'Request' || name === 'Response') seen.push(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    const module = { exports: {} as { make(env: object): { get(url: string): Promise<unknown> } } };
    const run = new Function('module', 'exports', 'globalThis', await built()) as (
      ...given: unknown[]
    ) => void;
    run(module, module.exports, global);
    const client = module.exports.make({
      fetch: () => Promise.resolve(new Response('told')),
      Request: null,
    });
    expect(seen).toEqual([]);

    expect(await client.get('https://example.test/')).toMatchObject({ data: 'told' });
    expect(seen).not.toEqual([]);
  });
});
