import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CrashBook } from '@core/logging/crash-book';
import { Journal } from '@core/logging/journal';
import { collectFaults } from '../../collect-faults';
import { MemoryFiles } from '../memory-files';
import { settle, VirtualClock } from '../virtual-clock';
import { MemoryLogFile } from './memory-log-file';

let clock: VirtualClock;
let files: MemoryFiles;
let disk: MemoryLogFile;

beforeEach(() => {
  clock = new VirtualClock();
  files = new MemoryFiles();
  disk = new MemoryLogFile();
});

/** One run of the app on the same disk. */
async function run(): Promise<{ journal: Journal; book: CrashBook }> {
  const journal = new Journal({ clock });
  journal.open(disk);
  journal.write('info', 'start', {});
  return { journal, book: await CrashBook.open({ files, clock, journal, version: '0.1.0' }) };
}

describe('the reports of crashes', () => {
  it('tell at the next start that Fleetdesk closed unexpectedly, with its last lines', async () => {
    const first = await run();
    expect(first.journal.state().crashes).toEqual([]);
    await clock.advance(60_000);
    first.journal.write('info', 'request', { operation: 'vehicles.list' });
    const killedAt = clock.now();
    await clock.advance(60_000);

    const second = await run();
    const [report, ...others] = second.journal.state().crashes;
    expect(others).toEqual([]);
    expect(report).toMatchObject({ part: 'app', reason: 'ended', at: killedAt });
    expect(report?.lines.at(-1)).toContain('operation=vehicles.list');
    expect(report?.lines).toHaveLength(2);
  });

  it('say nothing of a run that ended in order', async () => {
    const { book } = await run();
    await book.end();
    await clock.advance(1_000);
    expect((await run()).journal.state().crashes).toEqual([]);
  });

  it('say nothing of a run that ended before its mark was on a slow disk', async () => {
    const write = files.write.bind(files);
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    vi.spyOn(files, 'write').mockImplementation(async (name, text) => {
      if (name === 'running.json') await slow;
      await write(name, text);
    });
    const { book } = await run();
    book.add('page', 'crashed', 1);
    const ended = book.end();
    await settle();
    goOn();
    await ended;
    expect([...files.contents.keys()]).toEqual(['crash-reports.json']);
  });

  it('keep the last five, also over a start, and hold no secret', async () => {
    const { journal, book } = await run();
    journal.hide('correct horse');
    journal.addFault('a page failed', new Error('correct horse'));
    for (let n = 0; n < 8; n += 1) book.add('page', 'crashed', n);
    await settle();
    await book.end();
    const kept = (await run()).journal.state().crashes;
    expect(kept.map(({ exitCode }) => exitCode)).toEqual([7, 6, 5, 4, 3]);
    expect(files.everything).not.toContain('correct horse');
  });

  it('a disk that takes nothing keeps them in memory alone', async () => {
    const { journal, book } = await run();
    files.writeFault = new Error('no space left');
    const reported = collectFaults();
    book.add('graphics', 'crashed', 11);
    await settle();
    expect(journal.state().crashes).toHaveLength(1);
    expect(reported).toHaveBeenCalledOnce();
  });

  it('a full disk does not keep the app from starting', async () => {
    const reported = collectFaults();
    files.writeFault = new Error('no space left');
    expect((await run()).journal.state().crashes).toEqual([]);
    expect(reported).toHaveBeenCalledOnce();
  });

  it('a damaged file of reports is begun again', async () => {
    files.contents.set('crash-reports.json', '{');
    files.contents.set('running.json', 'x');
    expect((await run()).journal.state().crashes).toMatchObject([{ part: 'app' }]);
  });
});
