import { expect, it } from 'vitest';
import { workerGround } from '@adapters/places/worker-ground';
import type { ToGroundWorker } from '@adapters/places/worker-messages';
import { FakeWorker } from '../fake-worker';

const piece = {
  form: 'tile',
  bytes: new Uint8Array(),
  schema: 'protomaps',
  hasStreets: true,
  place: { z: 14, x: 1, y: 1 },
} as const;

function open() {
  const workers: FakeWorker<ToGroundWorker>[] = [];
  const ground = workerGround(() => {
    const worker = new FakeWorker<ToGroundWorker>();
    workers.push(worker);
    return worker.worker;
  });
  return { ground, workers };
}

it('starts no thread before there is something to keep', async () => {
  const { ground, workers } = open();
  ground.drop(['a']);
  await ground.close();
  expect(workers).toEqual([]);
});

it('answers go to the questions that they belong to', async () => {
  const { ground, workers } = open();
  const [one, other] = [ground.hold('a', piece), ground.hold('b', piece)];
  const [worker] = workers;
  const [first, second] = worker?.asked ?? [];
  worker?.emit('message', { id: second?.id, output: 7 });
  worker?.emit('message', { id: first?.id, fault: 'out of memory' });
  expect(await other).toBe(7);
  await expect(one).rejects.toThrow('out of memory');
});

it('a thread that ends leaves no question open, and the next one starts another', async () => {
  const { ground, workers } = open();
  const question = ground.hold('a', piece);
  workers[0]?.emit('error', new Error('broken'));
  workers[0]?.emit('exit', 1);
  await expect(question).rejects.toThrow('broken');
  const next = ground.hold('a', piece);
  workers[1]?.emit('message', { id: workers[1].asked[0]?.id, output: 1 });
  expect(await next).toBe(1);
});

it('closing ends the thread and what it was asked', async () => {
  const { ground, workers } = open();
  const question = ground.hold('a', piece);
  void ground.close();
  await expect(question).rejects.toThrow('was ended');
  expect(workers[0]?.wasToldToEnd).toBe(true);
});

it('a thread that ended while nobody asked: its pieces are missed, not answered as empty', async () => {
  const { ground, workers } = open();
  const held = ground.hold('a', piece);
  workers[0]?.emit('message', { id: workers[0].asked[0]?.id, output: 1 });
  await held;
  workers[0]?.emit('exit', 1);
  await expect(ground.locate([], 'en')).rejects.toThrow('has ended');
  expect(workers).toHaveLength(1);
});
