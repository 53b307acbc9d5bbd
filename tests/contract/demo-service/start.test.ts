import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoStartError, startDemoService } from '@demo/index';
import { World } from '@demo/world/world';
import { PATIENT, ServiceClient } from './service-client';
import type { FromDemoWorker } from '@demo/worker-messages';

const root = join(import.meta.dirname, '..', '..', '..');

/** A port that somebody else is using. */
async function occupyPort(): Promise<{ port: number; free(): void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, free: () => server.close() };
}

describe('starting the demo service', () => {
  it('says so when the port is in use', async () => {
    const { port, free } = await occupyPort();
    const start = startDemoService({ port });
    await expect(start).rejects.toBeInstanceOf(DemoStartError);
    await expect(start).rejects.toMatchObject({ code: 'port-in-use' });
    free();
  });

  it.each([
    { vehicles: 0 },
    { vehicles: 100_001 },
    { port: 70_000 },
    { ratePerMinute: 0 },
    { seed: 1.5 },
  ])('refuses options out of range: %j', async (options) => {
    await expect(startDemoService(options)).rejects.toMatchObject({ code: 'bad-option' });
  });

  it('lets go of its port when it is closed', async () => {
    const first = await startDemoService();
    await first.close();
    const second = await startDemoService({ port: first.port });
    expect(second.url).toBe(first.url);
    await second.close();
  });
});

describe('a fleet of 50,000', PATIENT, () => {
  it('answers others while its town is being built, and while it is looked through', async () => {
    // A seed of its own: nothing of this town is there yet.
    const client = await ServiceClient.start({ vehicles: 50_000, seed: 1977 });
    const order: string[] = [];
    const timed = async (name: string, path: string): Promise<void> => {
      const { status } = await client.get(path);
      order.push(`${name} ${status}`);
    };
    const world = new World(1977, 50_000, Date.now);
    const vehicle = [...world.vehicles.page(0, 50)].find((one) => world.traitsOf(one) !== null);
    const id = vehicle?.id ?? '';
    const deviceId = world.mainDeviceOf(id)?.id ?? '';
    await Promise.all([
      timed('position', `/v2/vehicles/${id}/tracking/${deviceId}`),
      timed('roles', '/v2/roles'),
    ]);
    await Promise.all([
      timed('search', '/v2/vehicles?search=nowhere'),
      timed('roles', '/v2/roles'),
    ]);
    expect(order).toEqual(['roles 200', 'position 200', 'roles 200', 'search 200']);
    await client.close();
  });
});

describe('as a program and as a worker', PATIENT, () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-service-'));
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        rollupOptions: {
          input: {
            cli: join(root, 'electron/demo/cli.ts'),
            worker: join(root, 'electron/demo/worker.ts'),
          },
          output: { format: 'es', entryFileNames: '[name].mjs' },
        },
      },
    });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (...args: string[]) => spawn(process.execPath, [join(folder, 'cli.mjs'), ...args]);

  it('prints one line of JSON, serves, and ends on a signal', async () => {
    const program = run('--port', '0', '--vehicles', '50000', '--seed', '7');
    const output: string[] = [];
    program.stdout.on('data', (part: Buffer) => output.push(String(part)));
    await once(program.stdout, 'data');
    const line = output.join('');
    const said = JSON.parse(line) as Record<string, unknown>;
    expect(line.trim().split('\n')).toHaveLength(1);
    expect(said).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v2$/) as string,
      publicKey: expect.any(String) as string,
      username: 'demo',
      password: expect.any(String) as string,
      vehicles: 50_000,
      seed: 7,
    });
    const answer = await fetch(`${String(said.url)}/roles`);
    expect(answer.status).toBe(401);
    program.kill('SIGTERM');
    expect(await once(program, 'exit')).toEqual([0, null]);
    expect(output.join('')).toBe(line);
  });

  it.each([
    [['--port', 'eighty'], '--port needs a whole number, not "eighty".'],
    [['--vehicles', '0'], 'vehicles must be a whole number from 1 to 100000.'],
    [['--wheels', '4'], "Unknown option '--wheels'."],
  ])('ends with code 2 and one sentence: %j', async (args, sentence) => {
    const program = run(...args);
    const [errors, output] = await Promise.all([text(program.stderr), text(program.stdout)]);
    expect(errors).toBe(`The demo service did not start: ${sentence}\n`);
    expect(output).toBe('');
    expect(program.exitCode ?? (await once(program, 'exit'))[0]).toBe(2);
  });

  it('ends with code 2 when the port is in use, and names it', async () => {
    const { port, free } = await occupyPort();
    const program = run('--port', String(port));
    expect(await text(program.stderr)).toContain(`Port ${port} is in use`);
    expect(program.exitCode ?? (await once(program, 'exit'))[0]).toBe(2);
    free();
  });

  it('runs in a thread, gives out its streets, and ends when told', async () => {
    const worker = new Worker(join(folder, 'worker.mjs'), { workerData: { seed: 3, vehicles: 5 } });
    const next = async (): Promise<FromDemoWorker> => {
      const [message] = (await once(worker, 'message')) as [FromDemoWorker];
      return message;
    };
    expect(await next()).toMatchObject({ type: 'ready', seed: 3, vehicles: 5 });
    worker.postMessage({ type: 'streets' });
    const answer = await next();
    expect(answer.type === 'streets' && answer.streets.roads.length).toBeGreaterThan(1000);
    const ended = once(worker, 'exit');
    worker.postMessage({ type: 'close' });
    expect(await next()).toEqual({ type: 'closed' });
    expect(await ended).toEqual([0]);
  });

  it('says why it failed in a thread', async () => {
    const { port, free } = await occupyPort();
    const worker = new Worker(join(folder, 'worker.mjs'), { workerData: { port } });
    // Both listen from the start: a thread that ends at once tells both in one turn.
    const [[message]] = await Promise.all([
      once(worker, 'message') as Promise<[FromDemoWorker]>,
      once(worker, 'exit'),
    ]);
    expect(message).toMatchObject({ type: 'failed', code: 'port-in-use' });
    free();
  });
});
