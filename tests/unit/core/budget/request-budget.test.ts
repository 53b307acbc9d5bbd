import { describe, expect, it } from 'vitest';
import type { BudgetState } from '@contract/budget';
import { RequestBudget } from '@core/budget/request-budget';
import { digest } from '../digest';
import { MemoryFiles } from '../memory-files';
import { MemoryMachine } from '../memory-machine';
import { VirtualClock } from '../virtual-clock';

const key = { origin: 'https://fleet.example', publicKey: 'key' };
const terms = { perMinute: 50, share: null, history: 'new' } as const;

function open(): { clock: VirtualClock; files: MemoryFiles; budget: RequestBudget } {
  const clock = new VirtualClock();
  const files = new MemoryFiles();
  return {
    clock,
    files,
    budget: new RequestBudget({ clock, ledgers: new MemoryMachine(files).start(), digest }),
  };
}

describe('RequestBudget', () => {
  it('allows two less than the service does, or the share of it', () => {
    const { budget } = open();
    expect(budget.state()).toMatchObject({ limit: 48, used: 0, queued: 0, pause: null });
    expect(budget.limitOf(terms)).toBe(48);
    expect(budget.limitOf({ perMinute: 50, share: 12 })).toBe(12);
    expect(budget.limitOf({ perMinute: 50, share: 90 })).toBe(48);
    expect(budget.limitOf({ perMinute: 3_000, share: null })).toBe(2_998);
  });

  it('keeps one account for each origin and public key, under a name that gives neither away', async () => {
    const { budget, files } = open();
    const account = await budget.account(key, terms);
    expect(await budget.account(key, { ...terms, share: 12 })).toBe(account);
    expect(account.limit).toBe(48);
    expect(await budget.account({ ...key, publicKey: 'other' }, terms)).not.toBe(account);
    expect(await budget.account({ ...key, origin: 'https://b.example' }, terms)).not.toBe(account);
    const slot = await account.queue('interactive').slot;
    await slot.book();
    expect([...files.contents.keys()]).toEqual([`budget/${budget.fingerprint(key)}.json`]);
    expect(files.everything).not.toContain('fleet.example');
  });

  it('keeps slots for a person who touches mouse or keys, and lends them later', async () => {
    const { budget, clock } = open();
    const account = await budget.account(key, terms);
    const saturate = async () => {
      for (;;) {
        const slot = await account.queue('live').slot;
        await slot.book();
        slot.answered();
      }
    };
    void saturate();
    await clock.advance(300_000);
    expect(account.state().used).toBeGreaterThanOrEqual(47);
    budget.noteInput();
    await clock.advance(20_000);
    expect(account.state().used).toBeLessThanOrEqual(44);
    await clock.advance(120_000);
    expect(account.state().used).toBeGreaterThanOrEqual(47);
  });

  it('shows what waits and what rests at most four times a second, once the same', async () => {
    const { budget, clock } = open();
    const account = await budget.account(key, { ...terms, share: 4 });
    budget.show(account);
    const states: BudgetState[] = [];
    budget.subscribe((state) => states.push(state));
    for (let index = 0; index < 40; index += 1) {
      void account.queue('interactive').slot.then((slot) => slot.answered());
      await clock.advance(25);
    }
    expect(states.length).toBeGreaterThanOrEqual(3);
    expect(states.length).toBeLessThanOrEqual(5);
    await clock.advance(250);
    expect(states.at(-1)).toMatchObject({ used: 4, queued: 36 });
    const told = states.length;
    account.wakeLink();
    account.limit = 4;
    await clock.advance(5_000);
    expect(states).toHaveLength(told);
  });

  it('shows the account in use, its requests of the last minute at most once a second', async () => {
    const { budget, clock } = open();
    const account = await budget.account(key, terms);
    const states: BudgetState[] = [];
    budget.show(account);
    budget.subscribe((state) => states.push(state));
    for (let index = 0; index < 40; index += 1) {
      const slot = await account.queue('interactive').slot;
      slot.answered();
      await clock.advance(25);
    }
    expect(states.length).toBeGreaterThanOrEqual(1);
    expect(states.length).toBeLessThanOrEqual(2);
    await clock.advance(1_000);
    expect(states.at(-1)).toMatchObject({ used: 40 });
    // Nobody is at work by then, and looks at it.
    await clock.advance(130_000);
    expect(states.at(-1)).toMatchObject({ used: 0 });
    const other = await budget.account({ ...key, publicKey: 'other' }, terms);
    (await other.queue('interactive').slot).answered();
    await clock.advance(1_000);
    expect(budget.state().used).toBe(0);
    budget.show(null);
    expect(budget.state().used).toBe(0);
  });

  it('writes what it owes before the process ends', async () => {
    const { budget, files } = open();
    const account = await budget.account(key, terms);
    const slot = await account.queue('interactive').slot;
    await slot.book();
    slot.answered();
    await budget.close();
    expect(JSON.parse(files.everything.split('\n')[1] ?? '')).toMatchObject({
      entries: [{ unanswered: 0 }],
    });
  });

  it('a connection test by another start of Fleetdesk counts in the account that it opens', async () => {
    const clock = new VirtualClock();
    const machine = new MemoryMachine();
    const [one, two] = [machine.start(), machine.start()].map(
      (ledgers) => new RequestBudget({ clock, ledgers, digest }),
    ) as [RequestBudget, RequestBudget];
    const tests = await one.testAccount(key.origin);
    const slot = await tests.queue('interactive').slot;
    await slot.book();
    slot.answered();
    await clock.advance(2_000);
    expect(await two.isUsed(key)).toBe(false);
    const account = await two.account(key, terms);
    expect(account.state().used).toBe(1);
    await (await account.queue('interactive').slot).book();
    // So that the next test over there is one of this account's requests.
    expect(await one.isUsed(key)).toBe(true);
  });

  it('says that requests are counted for this start alone', () => {
    const clock = new VirtualClock();
    const ledgers = { ...new MemoryMachine().start(), isShared: false };
    expect(new RequestBudget({ clock, ledgers, digest }).state().isShared).toBe(false);
    expect(open().budget.state().isShared).toBe(true);
  });
});
