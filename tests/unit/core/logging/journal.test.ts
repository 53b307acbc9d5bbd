import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalState } from '@contract/journal';
import { Journal } from '@core/logging/journal';
import { VirtualClock } from '../virtual-clock';
import { MemoryLogFile } from './memory-log-file';

let clock: VirtualClock;
let file: MemoryLogFile;
let journal: Journal;

beforeEach(() => {
  clock = new VirtualClock();
  file = new MemoryLogFile();
  journal = new Journal({ clock });
});

describe('the journal', () => {
  it('writes what was said before its file was open', () => {
    journal.write('info', 'start', { version: '0.1.0' });
    expect(file.text).toBe('');
    journal.open(file);
    journal.write('warning', 'request', { operation: 'vehicles.list', status: 500 });
    expect(file.text.split('\n')).toEqual([
      '2026-03-10T12:00:00.000Z info start version=0.1.0',
      '2026-03-10T12:00:00.000Z warning request operation=vehicles.list status=500',
      '',
    ]);
  });

  it('writes details only while the detailed log is on', () => {
    journal.open(file);
    journal.write('debug', 'call', { channel: 'records.find' });
    journal.isDetailed = true;
    journal.write('debug', 'call', { channel: 'records.rows' });
    expect(file.text).toContain('records.rows');
    expect(file.text).not.toContain('records.find');
  });

  it('writes requests that went well together, with what comes next or in half a minute', async () => {
    journal.open(file);
    const lines = () => file.text.split('\n').length - 1;
    const ask = (status: number) => {
      journal.write(status < 400 ? 'info' : 'warning', 'request', { status });
    };
    ask(200);
    await clock.advance(24_000);
    ask(200);
    expect(lines()).toBe(0);
    await clock.advance(1_000);
    ask(200);
    expect(lines()).toBe(3);
    ask(200);
    ask(500);
    expect(lines()).toBe(5);
    ask(200);
    await clock.advance(29_000);
    expect(lines()).toBe(5);
    await clock.advance(1_000);
    expect(lines()).toBe(6);
    ask(200);
    expect((await journal.read(10_000))[0]?.text.split('\n')).toHaveLength(8);
    ask(200);
    await journal.close();
    expect(lines()).toBe(8);
    journal.isDetailed = true;
    ask(200);
    expect(lines()).toBe(9);
    expect(clock.pending).toBe(0);
  });

  it('writes after it was cleared as if it began, and nothing of before', async () => {
    journal.open(file);
    journal.write('info', 'request', { status: 200 });
    await clock.advance(20_000);
    await journal.clear();
    expect(clock.pending).toBe(0);
    journal.write('info', 'request', { status: 204 });
    await clock.advance(29_000);
    expect(file.text).toBe('');
    await clock.advance(1_000);
    expect(file.text).toMatch(/^[^\n]*204[^\n]*\n$/);
  });

  it('counts a fault that comes again, and tells the newest first', async () => {
    const states: JournalState[] = [];
    journal.subscribe((state) => states.push(state));
    journal.addFault('the list could not be kept', new Error('boom'));
    journal.addFault('a listener failed', undefined);
    await clock.advance(5_000);
    journal.addFault('the list could not be kept', new Error('boom'));
    const { faults } = journal.state();
    expect(faults.map(({ where, count }) => [where, count])).toEqual([
      ['the list could not be kept', 2],
      ['a listener failed', 1],
    ]);
    expect((faults[0]?.lastAt ?? 0) - (faults[0]?.firstAt ?? 0)).toBe(5_000);
    expect(states.at(-1)).toEqual(journal.state());
  });

  it('keeps the last fifty faults, however many there are', () => {
    for (let n = 0; n < 80; n += 1) journal.addFault(`fault ${String(n)}`, undefined);
    const { faults } = journal.state();
    expect(faults).toHaveLength(50);
    expect(faults[0]?.where).toBe('fault 79');
  });

  it('says nothing of what was thrown in place of an error', () => {
    journal.open(file);
    journal.addFault('a fault', { plate: 'RTK4F21', name: 'Maria' });
    expect(journal.state().faults[0]?.detail).toBe('a object was thrown');
    expect(file.text).not.toContain('Maria');
  });

  it('takes so many faults a minute of a page in trouble, and no more', async () => {
    const fault = { noticedBy: 'window', message: 'x is not a function', stack: '' } as const;
    for (let n = 0; n < 500; n += 1) journal.addPageFault(1, fault);
    journal.addPageFault(2, { ...fault, message: 'of another window' });
    expect(journal.state().faults.map(({ count }) => count)).toEqual([1, 20]);
    await clock.advance(60_000);
    journal.addPageFault(1, fault);
    expect(journal.state().faults[0]?.count).toBe(21);
  });

  it('a full disk stops the log alone, which goes on once there is room', async () => {
    journal.open(file);
    file.fault = 'disk-full';
    const told = vi.fn();
    journal.subscribe(told);
    for (let n = 0; n < 5; n += 1) journal.write('info', 'sync', { n });
    expect(journal.state().stopped).toBe('disk-full');
    expect(told).toHaveBeenCalledOnce();
    expect((await journal.read(1_000))[0]?.text).toContain('sync n=4');
    expect(await journal.reopen()).toBe(false);
    file.fault = null;
    expect(await journal.reopen()).toBe(true);
    journal.write('info', 'sync', { n: 6 });
    expect(file.text).toContain('n=6');
    expect(journal.state().stopped).toBeNull();
  });
});
