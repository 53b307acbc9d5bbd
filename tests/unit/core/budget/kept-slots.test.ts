import { expect, it } from 'vitest';
import { VirtualClock } from '../virtual-clock';
import { Traffic, type Course } from './traffic';

const quick: Course = { latency: 200, seenAt: 0.5, end: 'answered' };

/** The live lane takes all it may get, for some minutes. */
async function watchTheMap() {
  const clock = new VirtualClock();
  const traffic = new Traffic(clock);
  await traffic.account.open('new');
  traffic.saturate('live', 4, () => quick);
  await clock.advance(300_000);
  return { clock, traffic };
}

/** A hand on the mouse, every five seconds for two minutes. */
async function work({ clock, traffic }: { clock: VirtualClock; traffic: Traffic }) {
  for (let touch = 0; touch < 24; touch += 1) {
    traffic.inputAt = clock.monotonic();
    await clock.advance(5_000);
  }
}

it('while nobody is at work the map has the slots that are kept for a click', async () => {
  const { clock, traffic } = await watchTheMap();
  const now = clock.monotonic();
  expect(traffic.countIn('live', now - 60_000, now)).toBeGreaterThanOrEqual(47);
});

it('the first touch takes them back at once: what frees from then on is the person’s', async () => {
  const { clock, traffic } = await watchTheMap();
  traffic.inputAt = clock.monotonic();
  await clock.advance(6_000);
  // A card takes four requests. They are seen halfway to their answer.
  const clicked = clock.monotonic();
  for (let call = 0; call < 4; call += 1) void traffic.request('interactive', quick);
  await clock.advance(200);
  expect(traffic.countIn('interactive', clicked, clicked + 101)).toBe(4);
});

it('a click right after the first touch waits for the next slot that frees, no longer', async () => {
  const { clock, traffic } = await watchTheMap();
  const from = clock.monotonic();
  traffic.inputAt = from;
  let waited = Infinity;
  void traffic.request('interactive', quick).then(() => {
    waited = clock.monotonic() - from - quick.latency;
  });
  await clock.advance(5_000);
  expect(waited).toBeLessThanOrEqual(1_300);
});

it('a person who works without a click keeps them, and a minute after the last touch they are lent', async () => {
  const { clock, traffic } = await watchTheMap();
  await work({ clock, traffic });
  const worked = clock.monotonic();
  expect(traffic.countIn('live', worked - 60_000, worked)).toBeLessThanOrEqual(44);
  await clock.advance(130_000);
  const now = clock.monotonic();
  expect(traffic.countIn('live', now - 60_000, now)).toBeGreaterThanOrEqual(47);
  expect(traffic.mostPerMinute).toBeLessThanOrEqual(48);
});

it('costs the disk no more than a write a look: answers are written with the request that follows', async () => {
  const { clock, traffic } = await watchTheMap();
  const { writes } = traffic.files;
  const looks = traffic.seen.length;
  await clock.advance(300_000);
  const rate = (traffic.files.writes - writes) / (traffic.seen.length - looks);
  expect(rate).toBeLessThanOrEqual(1.05);
});
