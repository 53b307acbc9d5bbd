import { describe, expect, it } from 'vitest';
import type { Slot } from '@core/budget/slot';
import type { Traffic } from './traffic';
import { flood, LEDGER, quick, start } from './traffic';

describe('ledger', () => {
  it('is written before a request is sent, and holds the number of those under way', async () => {
    const { clock, traffic } = await start();
    const slot = await traffic.account.queue('interactive').slot;
    expect(traffic.files.contents.has(LEDGER)).toBe(false);
    await slot.book();
    expect(unanswered(traffic)).toBe(1);
    slot.answered();
    await clock.advance(8_000);
    expect(unanswered(traffic)).toBe(0);
  });

  it('is left alone once the account is closed, and nobody gets a slot', async () => {
    const { clock, traffic } = await start(2);
    const slots = [
      await traffic.account.queue('interactive').slot,
      await traffic.account.queue('interactive').slot,
    ];
    await Promise.all(slots.map((slot) => slot.book()));
    const late: Slot[] = [];
    void traffic.account.queue('interactive').slot.then((slot) => late.push(slot));
    await traffic.account.close();
    const { writes } = traffic.files;
    slots[0]?.answered();
    slots[1]?.unsent();
    await clock.advance(120_000);
    expect(traffic.files.writes).toBe(writes);
    expect(unanswered(traffic)).toBe(2);
    expect(late).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('does not send what could not be written down', async () => {
    const { traffic } = await start();
    traffic.files.writeFault = new Error('ENOSPC: no space left on device');
    const sending = traffic.request('interactive', quick);
    await expect(sending).rejects.toMatchObject({ error: { code: 'file-unreadable' } });
    expect(traffic.seen).toHaveLength(0);
  });

  it('costs one write for many requests that are sent together', async () => {
    const { clock, traffic } = await start(3_000);
    await flood(traffic, 'interactive', 400);
    await clock.advance(100);
    expect(traffic.seen).toHaveLength(400);
    expect(traffic.files.writes).toBeLessThan(20);
    expect((traffic.files.contents.get(LEDGER) ?? '').length).toBeLessThan(20_000);
  });

  it('counts over a restart, what was under way from the restart on and with time to stray', async () => {
    const { clock, traffic } = await start();
    await flood(traffic, 'interactive', 40);
    await clock.advance(10_000);
    for (let index = 0; index < 8; index += 1) {
      void traffic.request('interactive', { latency: 500_000, seenAt: 0, end: 'answered' });
    }
    await clock.advance(20_000);
    await traffic.restart();
    expect(traffic.account.state().used).toBe(48);
    await clock.advance(32_000);
    expect(traffic.account.state().used).toBe(8);
    await clock.advance(57_999);
    expect(traffic.account.state().used).toBe(8);
    await clock.advance(1);
    expect(traffic.account.state().used).toBe(0);
  });

  it.each([
    ['damaged', '{"version":1,', 'ledger-damaged'],
    ['of another form', '{"version":2}', 'ledger-damaged'],
    ['empty', '', 'ledger-damaged'],
    ['absurd', JSON.stringify(ledger({ ends: [[1, 1e12]] })), 'ledger-damaged'],
    ['from the future', JSON.stringify(ledger({ writtenAt: 8e15 })), 'clock'],
    ['missing', null, 'ledger-missing'],
  ])('waits a full minute when it is %s', async (_case, text, reason) => {
    const { clock, traffic } = await start();
    traffic.files.contents.clear();
    if (text !== null) traffic.files.contents.set(LEDGER, text);
    await traffic.restart('known');
    expect(traffic.account.state()).toMatchObject({
      pause: reason,
      pausedUntil: clock.now() + 60_000,
    });
    void traffic.request('interactive', quick);
    await clock.advance(59_999);
    expect(traffic.seen).toHaveLength(0);
    await clock.advance(1_000);
    expect(traffic.seen).toHaveLength(1);
  });

  it('starts at once where nothing was ever sent, or the service itself is new', async () => {
    const { traffic } = await start();
    await traffic.restart('new');
    expect(traffic.account.state().pause).toBeNull();
    traffic.files.contents.set(LEDGER, 'damaged');
    await traffic.restart('fresh');
    expect(traffic.account.state().pause).toBeNull();
  });

  it('is not fooled by a wall clock put forward between two runs', async () => {
    const { clock, traffic } = await start();
    await flood(traffic, 'interactive', 48);
    await clock.advance(2_000);
    clock.setWallClock(clock.now() + 86_400_000);
    await traffic.restart();
    expect(traffic.account.state().used).toBe(48);
  });
});

/** Requests under way, as the only entry of the ledger tells. */
function unanswered(traffic: Traffic): unknown {
  const { entries } = JSON.parse(traffic.files.contents.get(LEDGER) ?? '') as {
    entries: { unanswered: number }[];
  };
  expect(entries).toHaveLength(1);
  return entries[0]?.unanswered;
}

/** A ledger as the first form of it was. */
function ledger(change: object): object {
  const whole = { version: 1, writtenAt: 0, monotonic: 0, unanswered: 0, ends: [] };
  return { ...whole, pausedUntil: null, ...change };
}
