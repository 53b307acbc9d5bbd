import { expect, it, vi } from 'vitest';
import { systemTime } from '@contract/test-clock';
import { startDemoWorker } from '@main/demo/demo-worker';
import { FakeWorker } from '../../adapters/fake-worker';
import { errorOf } from '../../core/error-of';

const thread = vi.hoisted(() => ({ start: (): unknown => null }));
vi.mock('@demo/worker?nodeWorker', () => ({ default: () => thread.start() }));
vi.mock('../../../../electron/main/demo/streets-worker?nodeWorker', () => ({ default: vi.fn() }));

const gone = { code: 'service-error', reason: 'demo-failed' };

async function started() {
  const fake = new FakeWorker<unknown>();
  thread.start = () => fake;
  const starting = startDemoWorker(null, systemTime);
  fake.emit('message', { type: 'ready', url: 'http://127.0.0.1:1/v2' });
  return { fake, worker: await starting };
}

it('lets nobody wait for the streets of a demo service that ends', async () => {
  const { fake, worker } = await started();
  const asked = errorOf(worker.streets());
  fake.emit('exit', 1);
  expect(await asked).toMatchObject(gone);
});

it('has no streets once the demo service has ended', async () => {
  const { fake, worker } = await started();
  fake.emit('exit', 1);
  expect(await errorOf(worker.streets())).toMatchObject(gone);
  expect(fake.asked).toEqual([]);
});
