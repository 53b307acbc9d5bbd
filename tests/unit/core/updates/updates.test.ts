import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '@contract/settings';
import { updateFaults, updatesStateSchema, type UpdateWait } from '@contract/updates';
import { Feed } from '@core/feed';
import { UpdateFailure, type UpdateSource } from '@core/ports/updater';
import { Updates, type UpdatesOptions } from '@core/updates/updates';
import { collectFaults } from '../../collect-faults';
import { MemoryFiles } from '../memory-files';
import { settle, VirtualClock } from '../virtual-clock';
import { FakeUpdater, newer } from './fake-updater';

const minute = 60_000;
const hour = 60 * minute;

let clock: VirtualClock;
let files: MemoryFiles;
let updater: FakeUpdater;
let chosen: Settings;
let choices: Feed<Settings>;
let work: UpdateWait[];
let restarts: number;

beforeEach(() => {
  clock = new VirtualClock();
  files = new MemoryFiles();
  updater = new FakeUpdater();
  chosen = defaultSettings;
  choices = new Feed('choices');
  work = [];
  restarts = 0;
});

async function open(change: Partial<UpdatesOptions> = {}): Promise<Updates> {
  const source: UpdateSource = { off: null, host: 'updates.example', updater };
  const updates = await Updates.open({
    ...{ clock, files, source, version: '1.0.0', isForbidden: false },
    random: { fraction: () => 0.5 },
    settings: { state: () => chosen, subscribe: (listener) => choices.subscribe(listener) },
    work: () => work,
    ...change,
  });
  updates.onRestart(() => {
    restarts += 1;
  });
  return updates;
}

function choose(change: Partial<Settings>): void {
  chosen = { ...chosen, ...change };
  choices.publish(chosen);
}

/** Updates whose newer version was found, and downloaded where that is wanted. */
async function found(isReady = true): Promise<Updates> {
  const updates = await open();
  await updates.check();
  if (!isReady) return updates;
  const download = updates.download();
  updater.going?.end();
  await download;
  expect(updates.state().phase).toBe('ready');
  return updates;
}

describe('a look for a newer version', () => {
  it('comes a while after the start, and every four hours', async () => {
    const updates = await open();
    await clock.advance(19_000);
    expect(updater.looks).toEqual([]);
    updater.found = { ...newer, version: '1.0.0', order: 'same' };
    await clock.advance(1_000);
    expect(updater.looks).toEqual(['stable']);
    expect(updates.state()).toMatchObject({ phase: 'none', checkedAt: clock.now(), offer: null });
    await clock.advance(4 * hour - 1);
    expect(updater.looks).toHaveLength(1);
    await clock.advance(1);
    expect(updater.looks).toHaveLength(2);
  });

  it('comes again after an hour where it failed', async () => {
    const updates = await open();
    updater.fault = new UpdateFailure('offline', 'net::ERR');
    await clock.advance(20_000);
    expect(updates.state()).toMatchObject({ phase: 'none', fault: 'offline', checkedAt: null });
    updater.fault = null;
    await clock.advance(hour);
    expect(updates.state()).toMatchObject({ phase: 'available', fault: null });
  });

  it('comes on its own neither where a person does not want it nor while they work offline', async () => {
    chosen = { ...chosen, updateChecks: false };
    const updates = await open();
    await clock.advance(24 * hour);
    choose({ updateChecks: true, workOffline: true });
    await clock.advance(24 * hour);
    expect(updater.looks).toEqual([]);
    await updates.check();
    expect(updater.looks).toHaveLength(1);
  });

  it('comes at once where a person wants it from now on, or chooses another channel', async () => {
    chosen = { ...chosen, updateChecks: false };
    const updates = await open();
    choose({ updateChecks: true });
    await clock.advance(0);
    choose({ updateChannel: 'beta' });
    expect(updates.state()).toMatchObject({ phase: 'none', offer: null });
    await clock.advance(0);
    expect(updater.looks).toEqual(['stable', 'beta']);
  });

  it('tells what is new, and downloads nothing on its own', async () => {
    const updates = await found(false);
    expect(updates.state()).toMatchObject({
      ...{ phase: 'available', host: 'updates.example' },
      offer: { version: '1.1.0', notes: 'Faster.', releasedAt: 1_000 },
    });
    expect(updatesStateSchema.parse(updates.state())).toEqual(updates.state());
    expect(updater.going).toBeNull();
  });

  it('never offers an older version, and says so', async () => {
    const updates = await open();
    updater.found = { ...newer, version: '0.9.0', order: 'older' };
    await updates.check();
    expect(updates.state()).toMatchObject({
      ...{ phase: 'none', offer: null, fault: null },
      note: { what: 'older', version: '0.9.0' },
    });
  });

  it('offers a version that is handed out in steps to its share of computers', async () => {
    const updates = await open();
    updater.found = { ...newer, share: 50 };
    await updates.check();
    expect(updates.state()).toMatchObject({
      ...{ phase: 'none', offer: null, note: { what: 'later', version: '1.1.0' } },
    });
    updater.found = { ...newer, share: 51 };
    await updates.check();
    expect(updates.state()).toMatchObject({ phase: 'available', note: null });
    // The next start belongs to the same hundredth.
    const again = await open({ random: { fraction: () => 0 } });
    updater.found = { ...newer, share: 50 };
    await again.check();
    expect(again.state().note?.what).toBe('later');
  });

  it.each(updateFaults)('that fails with %s leaves the app as it is', async (fault) => {
    const updates = await open();
    updater.fault = new UpdateFailure(fault, 'words');
    await updates.check();
    expect(updates.state()).toMatchObject({ phase: 'none', fault });
    updater.fault = null;
    await updates.check();
    expect(updates.state()).toMatchObject({ phase: 'available', fault: null });
  });

  it('says which step failed, as only a look comes again on its own', async () => {
    const updates = await open();
    updater.fault = new UpdateFailure('offline', 'words');
    await updates.check();
    expect(updates.state().failed).toBe('check');
    updater.fault = null;
    await updates.check();
    expect(updates.state().failed).toBeNull();
    const download = updates.download();
    updater.going?.fail(new UpdateFailure('offline', 'words'));
    await download;
    expect(updates.state()).toMatchObject({ phase: 'available', failed: 'download' });
  });

  it('never offers less than a channel offered before, over a restart too', async () => {
    const updates = await open();
    updater.found = { ...newer, version: '1.10.0' };
    await updates.check();
    updater.found = { ...newer, version: '1.9.0' };
    await updates.check();
    const told = { phase: 'none', offer: null, note: { what: 'replaced', version: '1.9.0' } };
    expect(updates.state()).toMatchObject(told);
    const again = await open();
    await again.check();
    expect(again.state()).toMatchObject(told);
    // Another channel has versions of its own.
    choose({ updateChannel: 'beta' });
    await again.check();
    expect(again.state()).toMatchObject({ phase: 'available', offer: { version: '1.9.0' } });
  });

  it('is remembered over a restart', async () => {
    expect((await open()).state()).toMatchObject({ checkedAt: null, isEarlier: false });
    await found(false);
    const at = clock.now();
    await clock.advance(1_000);
    const again = await open();
    expect(again.state()).toMatchObject({ phase: 'none', checkedAt: at, isEarlier: true });
    await again.check();
    expect(again.state()).toMatchObject({ checkedAt: clock.now(), isEarlier: false });
  });

  it('goes on beside a version that is ready, which stays as long as it is offered', async () => {
    const updates = await found();
    await clock.advance(4 * hour);
    expect(updater.looks).toHaveLength(2);
    expect(updates.state()).toMatchObject({ phase: 'ready', checkedAt: clock.now() });
    updater.fault = new UpdateFailure('unsigned', 'words');
    await updates.check();
    expect(updates.state()).toMatchObject({ phase: 'ready', fault: 'unsigned', failed: 'check' });
    updater.fault = null;
    updater.found = { ...newer, version: '1.0.0', order: 'same' };
    await updates.check();
    expect(updates.state()).toMatchObject({ phase: 'none', offer: null, fault: null });
    updates.restart();
    await settle();
    expect([restarts, updates.isDue()]).toEqual([0, false]);
  });

  it('is never made where updates are off', async () => {
    for (const [change, off] of [
      [{ source: { off: 'no-address' } }, 'no-address'],
      [{ source: { off: 'by-hand' } }, 'by-hand'],
      [{ isForbidden: true }, 'managed'],
    ] as const) {
      const updates = await open(change);
      await clock.advance(24 * hour);
      await updates.check();
      expect(updates.state()).toMatchObject({ phase: 'off', off, host: null });
    }
    expect(updater.looks).toEqual([]);
    expect(files.writes).toBe(0);
  });
});

describe('a download', () => {
  it('tells how far it is, in hundredths', async () => {
    const updates = await found(false);
    let told = 0;
    updates.subscribe(() => {
      told += 1;
    });
    const download = updates.download();
    for (let share = 0; share <= 1; share += 0.0005) updater.going?.tell(share);
    expect(told).toBeLessThan(110);
    expect(updates.state()).toMatchObject({ phase: 'downloading' });
    updater.going?.end();
    await download;
    expect(updates.state()).toMatchObject({ phase: 'ready', progress: 1 });
  });

  it('that fails can be begun again', async () => {
    const updates = await found(false);
    const first = updates.download();
    updater.going?.fail(new UpdateFailure('disk-full', 'ENOSPC'));
    await first;
    expect(updates.state()).toMatchObject({ phase: 'available', fault: 'disk-full', progress: 0 });
    const second = updates.download();
    expect(updates.state().fault).toBeNull();
    updater.going?.end();
    await second;
    expect(updates.state().phase).toBe('ready');
  });

  it('of a channel that a person left is not installed', async () => {
    const updates = await found(false);
    const download = updates.download();
    choose({ updateChannel: 'beta', updateChecks: false });
    updater.going?.end();
    await download;
    updates.restart();
    expect(updates.state()).toMatchObject({ phase: 'none', offer: null });
    expect(restarts).toBe(0);
  });
});

describe('a restart into a newer version', () => {
  it('comes at once where nothing is lost by it', async () => {
    const updates = await found();
    expect(updates.isDue()).toBe(false);
    updates.restart();
    await settle();
    expect([restarts, updates.isDue()]).toEqual([1, true]);
    await updates.install();
    expect(updater.installs).toBe(1);
  });

  it('waits for forms, for what is being sent and for copies, and says for which', async () => {
    const updates = await found();
    updates.tellUnsaved(1, true);
    updates.tellUnsaved(2, true);
    work = ['sending', 'copy'];
    updates.restart();
    expect(updates.state()).toMatchObject({
      ...{ phase: 'waiting', waitsFor: ['form', 'sending', 'copy'] },
    });
    updates.tellUnsaved(1, false);
    work = ['copy'];
    await clock.advance(minute);
    expect(updates.state().waitsFor).toEqual(['form', 'copy']);
    // The other window is gone.
    updates.release(2);
    await clock.advance(minute);
    expect([updates.state().waitsFor, restarts]).toEqual([['copy'], 0]);
    work = [];
    await clock.advance(minute);
    expect([updates.state().phase, restarts]).toEqual(['restarting', 1]);
  });

  it('can be taken back', async () => {
    const updates = await found();
    work = ['sending'];
    updates.restart();
    await updates.stay();
    work = [];
    await clock.advance(hour);
    expect([updates.state().phase, restarts]).toEqual(['ready', 0]);
    updates.restart();
    await updates.stay();
    await settle();
    expect([updates.isDue(), restarts]).toEqual([false, 0]);
    expect(files.contents.get('updates.json')).toContain('"tried":null');
  });

  it('is told of afterwards, whether it succeeded or not, and once', async () => {
    for (const [version, told] of [
      ['1.1.0', { note: { what: 'installed', version: '1.1.0' }, fault: null }],
      ['1.0.0', { note: null, fault: 'not-installed' }],
    ] as const) {
      const before = await found();
      before.restart();
      await settle();
      before.close();
      expect((await open({ version })).state()).toMatchObject({ phase: 'none', ...told });
      expect((await open({ version })).state()).toMatchObject({ note: null, fault: null });
    }
  });

  it('that fails is told afterwards with what went wrong', async () => {
    const before = await found();
    before.restart();
    await settle();
    updater.installFault = new UpdateFailure('changed', 'words');
    await expect(before.install()).rejects.toThrow('words');
    before.close();
    const told = { fault: 'changed', failed: 'install' };
    const updates = await open();
    expect(updates.state()).toMatchObject({ phase: 'none', ...told });
    expect((await open()).state()).toMatchObject({ fault: null, failed: null });
    // It stays told until a person goes on.
    await clock.advance(minute);
    expect(updates.state()).toMatchObject({ phase: 'available', ...told });
    await updates.check();
    expect(updates.state()).toMatchObject({ phase: 'available', fault: null, failed: null });
  });

  it('comes on a full disk too', async () => {
    const updates = await found();
    const faults = collectFaults();
    files.writeFault = new Error('ENOSPC');
    updates.restart();
    await settle();
    expect(restarts).toBe(1);
    expect(faults).toHaveBeenCalledOnce();
  });
});

it('a file of updates that is broken costs nothing', async () => {
  files.contents.set('updates.json', '{"version":1,"cohort":700');
  const updates = await open();
  await updates.check();
  expect(updates.state().phase).toBe('available');
});

it('nothing is looked for once the app ends', async () => {
  const updates = await found();
  work = ['copy'];
  updates.restart();
  updates.close();
  expect(clock.pending).toBe(0);
});
