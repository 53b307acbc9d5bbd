import { describe, expect, it } from 'vitest';
import { Turns } from '@adapters/http/turns';

describe('sessions, each for one request at a time', () => {
  it('are opened when they are needed, used again, and waited for in order', async () => {
    const opened: string[] = [];
    const turns = new Turns({
      names: ['one', 'two'],
      open: (name) => {
        opened.push(name);
        return name;
      },
    });
    expect(await turns.take(undefined)).toBe('one');
    turns.giveBack('one');
    expect(await turns.take(undefined)).toBe('one');
    expect(opened).toEqual(['one']);
    expect(await turns.take(undefined)).toBe('two');
    const got: string[] = [];
    const third = turns.take(undefined).then((session) => got.push(`third ${session}`));
    const fourth = turns.take(undefined).then((session) => got.push(`fourth ${session}`));
    turns.giveBack('two');
    turns.giveBack('one');
    await Promise.all([third, fourth]);
    expect(got).toEqual(['third two', 'fourth one']);
    expect(opened).toEqual(['one', 'two']);
  });

  it('go to the next in the queue where somebody no longer waits', async () => {
    const turns = new Turns({ names: ['only'], open: (name) => name });
    await turns.take(undefined);
    const leaving = new AbortController();
    const left = turns.take(leaving.signal);
    const next = turns.take(undefined);
    leaving.abort(new Error('no longer wanted'));
    await expect(left).rejects.toThrow('no longer wanted');
    turns.giveBack('only');
    expect(await next).toBe('only');
    await expect(turns.take(leaving.signal)).rejects.toThrow('no longer wanted');
  });
});
