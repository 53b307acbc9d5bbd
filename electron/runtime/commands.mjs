import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { beforeExit } from './lifetime.mjs';

/**
 * Runs other programs. Each runs in a process group of its own, so that ending it ends all that it
 * started; none outlives this process, and none reads the terminal unless it is told that it may.
 */

/** How long a program may take to end by itself before it is ended by force. */
const GRACE_MS = 5_000;

/** How long the last output of a program that has ended is waited for. */
const DRAIN_MS = 2_000;

/**
 * How much lower the priority of what yields is: it gets about half of the processor beside what
 * doesn't. Less would make a test beside other work so slow that it looks like one that hangs.
 */
const YIELDING_STEPS = 3;

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; by default this process's
 * @property {'collect' | 'show' | 'stderr'} [stdout] keep it, pass it through, or show it on stderr
 * @property {'collect' | 'show'} [stderr]
 * @property {boolean} [interactive] shares the terminal (and so its Ctrl+C) with the program
 * @property {'TERM' | 'KILL'} [whenKilled] how the program ends when this process is killed outright
 * @property {boolean} [leaderFirst] asks the program alone to end; what it started is its affair
 * @property {boolean} [yields] leaves the processor to programs that don't, where they need it
 * @property {number} [timeoutMs] ends the program after this time
 * @property {number} [silenceMs] ends the program when it has said nothing for this time
 *
 * @typedef {object} CommandResult
 * @property {number} code exit code; 127 when there is no such program, 128 + n after signal n
 * @property {string} stdout what was collected of it
 * @property {string} stderr what was collected of it
 * @property {string} output both together, in the order in which they came
 * @property {boolean} timedOut
 */

const posix = process.platform !== 'win32';

const SETPRIV = '/usr/bin/setpriv';

/**
 * The command line that runs a program so that the kernel ends it when this process is killed
 * outright, which leaves no time to end it ourselves. Only Linux can do that.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {'TERM' | 'KILL'} [signal] how it is ended
 * @returns {[command: string, args: string[]]}
 */
export function boundToUs(command, args, signal = 'TERM') {
  return process.platform === 'linux' && existsSync(SETPRIV)
    ? [SETPRIV, ['--pdeathsig', signal, '--', command, ...args]]
    : [command, [...args]];
}

/**
 * Sends a signal to a program and, where it has a group of its own, to all that it started.
 * @param {number} pid
 * @param {boolean} ownGroup
 * @param {NodeJS.Signals} signal
 */
function sendSignal(pid, ownGroup, signal) {
  try {
    process.kill(ownGroup ? -pid : pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

/**
 * Ends a program and all that it started, first politely.
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} ownGroup whether it was started with `detached`
 * @param {{graceMs?: number, leaderFirst?: boolean}} [how] how long it may take to end by itself,
 *   and whether it alone is asked to
 */
export async function end(child, ownGroup, { graceMs = GRACE_MS, leaderFirst = false } = {}) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const { pid } = child;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (!posix) spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  else sendSignal(pid, ownGroup && !leaderFirst, 'SIGTERM');
  const force = setTimeout(() => sendSignal(pid, ownGroup, 'SIGKILL'), graceMs);
  await exited;
  clearTimeout(force);
}

/**
 * Where a stream of a program goes. One that is watched for silence passes through our hands.
 * @param {'collect' | 'show' | 'stderr' | undefined} wish
 * @param {1 | 2} own our stream of the same kind
 * @param {number | undefined} silenceMs
 */
function outlet(wish = 'collect', own, silenceMs) {
  if (wish === 'stderr') return 2;
  return wish === 'collect' || silenceMs !== undefined ? 'pipe' : own;
}

/** @param {number | undefined} pid */
function lowerPriority(pid) {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + YIELDING_STEPS, 19));
  } catch {
    // It has ended in the meantime, or the system allows no change.
  }
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<CommandResult>}
 */
export function run(command, args, options = {}) {
  const { interactive = false, leaderFirst = false, timeoutMs, silenceMs } = options;
  const ownGroup = posix && !interactive;
  return new Promise((resolve) => {
    const child = spawn(...boundToUs(command, args, options.whenKilled), {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: ownGroup,
      windowsHide: true,
      stdio: [
        interactive ? 'inherit' : 'ignore',
        outlet(options.stdout, 1, silenceMs),
        outlet(options.stderr, 2, silenceMs),
      ],
    });
    if (options.yields) lowerPriority(child.pid);
    const collected = { stdout: '', stderr: '', output: '' };
    let timedOut = false;
    const giveUp = () => {
      timedOut = true;
      void end(child, ownGroup, { leaderFirst });
    };
    const watchdog = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    const silence = silenceMs === undefined ? undefined : setTimeout(giveUp, silenceMs);
    /** @type {const} */ (['stdout', 'stderr']).forEach((name) => {
      child[name]?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        silence?.refresh();
        if (options[name] === 'show') process[name].write(text);
        collected[name] += text;
        collected.output += text;
      });
    });
    const forget = beforeExit(() => end(child, ownGroup, { leaderFirst }));
    /** @type {NodeJS.Timeout | undefined} */
    let drain;
    /** @param {number} code */
    const done = (code) => {
      clearTimeout(watchdog);
      clearTimeout(silence);
      clearTimeout(drain);
      forget();
      resolve({ code, timedOut, ...collected });
    };
    child.once('error', (error) => {
      collected.output += `${error.message}\n`;
      done(127);
    });
    child.once('exit', (code, signal) => {
      const result = code ?? 128 + (signal ? constants.signals[signal] : 0);
      if (ownGroup && child.pid !== undefined) sendSignal(child.pid, true, 'SIGTERM');
      // A straggler may hold the pipes open; what it would still say is not waited for.
      drain = setTimeout(() => done(result), DRAIN_MS);
      child.once('close', () => done(result));
    });
  });
}
