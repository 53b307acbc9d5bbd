import { spawn } from 'node:child_process';
import { boundToUs, end } from './commands.mjs';
import { beforeExit } from './lifetime.mjs';
import { Problem } from './problem.mjs';

/**
 * Small servers that run beside a task (a display, a message bus, a keyring) and end with it, also
 * when this process is killed outright: the kernel tells them then.
 */

const START_MS = 20_000;
const POLL_MS = 50;

/**
 * @typedef {object} Service
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => string} output what it has said so far
 * @property {() => Promise<void>} stop
 */

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{env: NodeJS.ProcessEnv, input?: string, cwd?: string}} options
 * @returns {Service} its fourth stream is a pipe on which it may tell where it listens
 */
export function startService(command, args, { env, input, cwd }) {
  const child = spawn(...boundToUs(command, args), {
    env,
    cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (/** @type {Buffer} */ text) => {
    // A service may talk for days; the beginning says why it did not start.
    if (output.length < 20_000) output += text.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.stdin?.on('error', () => {
    // It ended before it read its input; its exit tells.
  });
  child.on('error', (error) => keep(Buffer.from(error.message)));
  child.stdin?.end(input ?? '');
  const stop = async () => {
    forget();
    await end(child, true);
  };
  const forget = beforeExit(stop);
  return { child, output: () => output, stop };
}

/**
 * Waits for a service to be of use.
 * @template T
 * @param {string} name for a person ("The display server Xvfb")
 * @param {Service} service
 * @param {() => T | undefined | Promise<T | undefined>} probe
 * @param {number} [patience] how long it may take, ms
 * @returns {Promise<T>}
 */
export async function whenReady(name, service, probe, patience = START_MS) {
  const deadline = Date.now() + patience;
  for (;;) {
    const { exitCode, signalCode } = service.child;
    const gone = exitCode !== null || signalCode !== null || service.child.pid === undefined;
    const answer = gone ? undefined : await probe();
    if (answer !== undefined) return answer;
    if (gone || Date.now() > deadline) {
      await service.stop();
      throw new Problem(
        gone ? `${name} ended right after its start.` : `${name} did not start in time.`,
        'read what it says below; then run the same command again.',
        service.output().split('\n').slice(-10).join('\n'),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Collects what a service writes to its fourth stream.
 * @param {Service} service
 * @returns {() => string | undefined} its first line, once that is complete
 */
export function firstLine(service) {
  let text = '';
  const stream = service.child.stdio[3];
  if (stream && 'setEncoding' in stream) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (text += chunk));
  }
  return () => (text.includes('\n') ? text.slice(0, text.indexOf('\n')) : undefined);
}
