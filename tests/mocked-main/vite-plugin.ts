import { resolve } from 'node:path';
import { createServer, type Plugin, type ViteDevServer, type WebSocketClient } from 'vite';
import { floors, rendererFloors } from '../../electron.vite.config.ts';
import { mockedMainEvent } from '../../src/bridge/wire.ts';

const root = resolve(import.meta.dirname, '../..');

type Talk = { hear(text: string): void; leave(): void };

/**
 * Runs a main process beside the development server, and has every page speak to it over the
 * server's own WebSocket. The page's side, `src/bridge/mocked-main.ts`, is put in here alone: no
 * entry of the app imports it, so it never reaches a build of the app.
 */
export function mockedMain(): Plugin {
  return {
    name: 'mocked-main',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'module', src: '/bridge/mocked-main.ts' },
        injectTo: 'head-prepend',
      },
    ],
    async configureServer(server) {
      // Main's code is loaded by a server of its own: it knows floors that a page must not know.
      const node = await createServer({
        ...{ root, configFile: false, appType: 'custom' },
        resolve: { alias: { ...floors, ...rendererFloors } },
        server: { middlewareMode: true, ws: false, watch: null },
        optimizeDeps: { noDiscovery: true },
      });
      server.httpServer?.once('close', () => void node.close());
      listen(server, node);
      serveTiles(server, node);
    },
  };
}

/** Tiles of maps come from the address of the page, as they do in the app. */
function serveTiles(server: ViteDevServer, node: ViteDevServer): void {
  server.middlewares.use((request, response, next) => {
    const path = request.url ?? '';
    if (!path.startsWith('/tiles/')) {
      next();
      return;
    }
    const answer = async () => {
      const { answerTile } = (await node.ssrLoadModule('/tests/mocked-main/serve.ts')) as {
        answerTile(path: string): Promise<{ status: number; type: string; bytes: Uint8Array }>;
      };
      const { status, type, bytes } = await answerTile(path);
      if (type !== '') response.setHeader('Content-Type', type);
      response.statusCode = status;
      response.end(bytes);
    };
    answer().catch(next);
  });
}

function listen(server: ViteDevServer, node: ViteDevServer): void {
  const talks = new Map<WebSocketClient, Promise<Talk>>();

  async function begin(client: WebSocketClient): Promise<Talk> {
    const { talk } = (await node.ssrLoadModule('/tests/mocked-main/serve.ts')) as {
      talk(reply: (text: string) => void): Talk;
    };
    return talk((text) => {
      client.send(mockedMainEvent, text);
    });
  }

  server.ws.on(mockedMainEvent, (text: string, client) => {
    const known = talks.get(client);
    const talk = known ?? begin(client);
    if (known === undefined) {
      talks.set(client, talk);
      client.socket.once('close', () => {
        talks.delete(client);
        void talk.then(({ leave }) => {
          leave();
        });
      });
    }
    talk.then(
      ({ hear }) => {
        hear(text);
      },
      (fault: unknown) => {
        server.config.logger.error(`The mocked main process failed: ${String(fault)}`);
      },
    );
  });
}
