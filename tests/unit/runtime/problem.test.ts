import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe as suite, expect, it } from 'vitest';
import { describe, Problem } from '../../../electron/runtime/problem.mjs';
import { freshFolder } from './folder';

/** What a real system call failed with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call went well'),
    (error: unknown) => error,
  );
}

suite('what a person reads of a failure', () => {
  it('is the sentence, the remedy and the details of a problem', () => {
    const text = describe(new Problem('It broke.', 'mend it.', ' said the tool '));
    expect(text).toBe('It broke.\nWhat to do: mend it.\n\nsaid the tool');
  });

  it('names the place that the system refused, and what to do, without a stack', async () => {
    const folder = freshFolder();
    const file = path.join(folder, 'pictures');
    await writeFile(file, 'not a folder');

    const taken = describe(await failureOf(mkdir(file)));
    expect(taken).toContain(`Something else is at ${file}.`);
    expect(taken).toContain('What to do: move it away, or choose another place.');
    expect(taken).not.toMatch(/^\s+at /m);

    const under = describe(await failureOf(mkdir(path.join(file, 'deeper'))));
    expect(under).toContain('There is a file where a folder should be');
    expect(under).not.toMatch(/^\s+at /m);
  });

  it('keeps the stack of a fault of our own', () => {
    expect(describe(new TypeError('x is not y'))).toMatch(/TypeError: x is not y\n\s+at /);
  });
});
