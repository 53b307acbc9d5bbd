import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { channels, type ChannelName, type ChannelParsed } from '@contract/channels';
import { topics, type TopicName } from '@contract/events';
import { connectionHandlers } from '@main/ipc/connections';
import { liveHandlers } from '@main/ipc/live';
import { sessionHandlers } from '@main/ipc/session';
import { stateTopic, topicsOf } from '@main/ipc/topics';
import { trajectoryHandlers } from '@main/ipc/trajectories';
import { vehicleHandlers } from '@main/ipc/vehicles';
import type { DemoFleet } from '@main/demo/demo-fleet';
import { SignedIn } from '@main/signed-in';
import { Office } from '../service/office';

const WINDOW = { windowId: 1, signal: new AbortController().signal };

let office: Office;
let signedIn: SignedIn;
let patches: { topic: TopicName; patch: unknown }[];

function makeHandlers() {
  const { session, connections, budget, clock, files, transport } = office;
  const ports = { session, connections, budget, clock, files, transport };
  return {
    ...connectionHandlers(ports),
    // The demo service runs outside of the app here; nothing below starts one inside.
    ...sessionHandlers(session, {} as DemoFleet),
    ...liveHandlers(signedIn),
    ...vehicleHandlers(signedIn),
    ...trajectoryHandlers(signedIn),
  };
}

type Handled = keyof ReturnType<typeof makeHandlers> & ChannelName;

/** Calls a channel; its output must be what the contract promises, and not a key more. */
async function call<C extends Handled>(channel: C, input: ChannelParsed<C>) {
  const handle = makeHandlers()[channel] as (input: unknown, context: object) => unknown;
  const output = await handle(input, WINDOW);
  expect(channels[channel].output.parse(output), channel).toEqual(output);
  return output;
}

function sources() {
  const { fleet, live } = topicsOf(signedIn.peek());
  const { session, connections, budget } = office;
  return {
    session: stateTopic(session),
    connections: stateTopic(connections),
    budget: stateTopic(budget),
    fleet,
    live,
  };
}

beforeAll(async () => {
  office = await Office.open({ demo: { vehicles: 12 } });
  const { session, client: service, clock, budget } = office;
  signedIn = new SignedIn({
    ...{ session, service, clock },
    perMinute: () => budget.state().limit,
    onChange: () => undefined,
  });
  await session.signIn(office.signInInput());
  patches = [];
  const { fleet, live, ...states } = sources();
  const note = (topic: TopicName) => (patch: unknown) => patches.push({ topic, patch });
  fleet.subscribe(note('fleet'));
  live.subscribe(note('live'));
  for (const [topic, source] of Object.entries(states)) {
    source.subscribe(note(topic as TopicName));
  }
  await vi.waitFor(
    () => {
      expect(fleet.snapshot().sync.phase).toBe('complete');
      expect(live.snapshot().vehicles.filter(({ fix }) => fix !== null).length).toBeGreaterThan(5);
      // The time of the last answer reaches the session's listeners a second late, on purpose.
      expect(new Set(patches.map(({ topic }) => topic))).toEqual(
        new Set(['fleet', 'live', 'session', 'budget']),
      );
    },
    { timeout: 30_000, interval: 50 },
  );
});

afterAll(async () => {
  signedIn.close();
  await office.close();
});

describe('what crosses the bridge is what the contract promises, and nothing beside it', () => {
  it('in the snapshot of every topic', () => {
    for (const [topic, source] of Object.entries(sources())) {
      const snapshot = source.snapshot();
      expect(topics[topic as TopicName].snapshot.parse(snapshot), topic).toEqual(snapshot);
    }
  });

  it('in every patch', () => {
    for (const { topic, patch } of patches) {
      expect(topics[topic].patch.parse(patch), topic).toEqual(patch);
    }
  });

  it('in cards, trails, days and tracks', async () => {
    const { vehicles } = topicsOf(signedIn.peek()).live.snapshot();
    const id = vehicles.find(({ fix }) => fix !== null)?.vehicleId ?? '';
    await call('vehicles.card', id);
    await call('live.refresh', id);
    await call('live.trail', id);
    await call('live.attend', { onScreen: [id], selected: id, followed: null });
    const today = new Date(office.clock.now());
    const daysAgo = (ago: number): string =>
      new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const days = await call('trajectories.days', {
      vehicleId: id,
      from: daysAgo(20),
      to: today.toISOString().slice(0, 10),
    });
    const day = (days as { day: string }[])[0]?.day ?? '';
    expect(await call('trajectories.day', { vehicleId: id, day })).toMatchObject({ kind: 'track' });
  });

  it('of connections and sessions, down to the end of one', async () => {
    const { url, publicKey } = office.service;
    await call('connections.test', { baseUrl: url, publicKey, allowPlainHttp: false });
    const { connectionId, connection } = office.signInInput();
    const id = connectionId ?? '';
    await call('connections.update', { id, connection: { ...connection, units: 'mph' } });
    await call('session.retryKeychain', undefined);
    await call('session.signOut', undefined);
    await call('session.signIn', office.signInInput());
    await call('connections.remove', id);
    const { connections } = sources();
    expect(topics.connections.snapshot.parse(connections.snapshot())).toEqual(
      connections.snapshot(),
    );
  });
});
