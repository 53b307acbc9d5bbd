import { describe, expect, it } from 'vitest';
import { npmCommand, npmProblem } from '../../../electron/runtime/npm.mjs';

describe('npm', () => {
  it('is run by this Node where npm has started us', () => {
    expect(npmCommand({ npm_execpath: '/usr/lib/npm/bin/npm-cli.js' })).toEqual([
      process.execPath,
      '/usr/lib/npm/bin/npm-cli.js',
    ]);
  });

  it('is run by its name otherwise, also when another package manager has started us', () => {
    expect(npmCommand({}).at(-1)).toBe('npm');
    expect(npmCommand({ npm_execpath: '/usr/lib/pnpm.cjs' }).at(-1)).toBe('npm');
  });

  it.each([
    ['npm error code ENOTFOUND', 'could not be reached'],
    ['npm error code ERR_SOCKET_TIMEOUT', 'could not be reached'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['npm error code EINTEGRITY', 'different from what the lock file expects'],
    ['npm error code E401', 'refused access'],
    ['npm error code E404', 'does not have a package'],
    ['npm error code EACCES', 'may not be written to'],
    ['npm error code EUSAGE', 'do not agree'],
    ['spawn npm ENOENT', 'npm is not installed'],
    ['setpriv: failed to execute npm: No such file or directory', 'npm is not installed'],
  ])('"%s" is told in plain words, with what to do', (output, words) => {
    const problem = npmProblem('The packages were not installed', output);
    expect(problem.message).toMatch(new RegExp(`^The packages were not installed: .*${words}`));
    expect(problem.remedy).not.toBe('');
    expect(problem.details).toContain(output);
  });

  it('shows what npm says when the cause is unknown', () => {
    const problem = npmProblem('The packages were not installed', 'npm error something else');
    expect(problem.message).toBe('The packages were not installed.');
    expect(problem.details).toContain('something else');
  });
});
