import { expect, it } from 'vitest';
import { AxiosTransport } from '@adapters/http/axios-transport';
import { nodeNetwork } from '@adapters/http/node-network';
import { SystemClock } from '@adapters/system-clock';
import { httpDemoFleet } from '../../mocked-main/demo-fleet';
import { memoryWorld } from '../../mocked-main/memory-world';
import { MockedMain } from '../../mocked-main/mocked-main';

it('a list of maps that was damaged is told, as damaged settings are', async () => {
  const clock = new SystemClock();
  const world = memoryWorld(clock, new AxiosTransport(nodeNetwork), httpDemoFleet);
  world.files.contents.set('map-sources.json', '{ "version": 1, "sources": [');
  const main = await MockedMain.open({ world });
  const told = await main.call('events.subscribe', 'connections');
  expect(told).toMatchObject({ snapshot: { setAside: 'map-sources.json.broken-1' } });
  await main.close();
});
