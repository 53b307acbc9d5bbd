import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { run } from './commands.mjs';
import { Problem } from './problem.mjs';
import { root } from './project.mjs';

/**
 * npm itself does all that concerns packages, so that its registry, proxy, certificates and
 * credentials hold as a person has set them up.
 */

/**
 * How npm is started here: by the Node that runs us, where npm has started us, else by its name.
 * @param {NodeJS.ProcessEnv} env
 * @returns {[command: string, ...args: string[]]}
 */
export function npmCommand(env = process.env) {
  const script = env['npm_execpath'];
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) return [process.execPath, script];
  return process.platform === 'win32' ? ['cmd', '/d', '/s', '/c', 'npm'] : ['npm'];
}

/**
 * @param {string[]} args
 * @param {import('./commands.mjs').CommandOptions} [options]
 */
export function npm(args, options = {}) {
  const [command, ...first] = npmCommand();
  // Politely asked to end, npm goes on for a while, and would meet the npm of the next run.
  return run(command, [...first, ...args], { cwd: root, whenKilled: 'KILL', ...options });
}

/** @type {readonly {pattern: RegExp, message: string, remedy: string}[]} */
const CAUSES = [
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|network/i,
    message: 'the package registry could not be reached',
    remedy:
      'check the network, and the registry and proxy that "npm config list" shows; then run the same command again.',
  },
  {
    pattern: /ENOSPC|no space left/i,
    message: 'the disk is full',
    remedy: 'make room (about 2 GB are needed in all), then run the same command again.',
  },
  {
    pattern: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL/,
    message: 'the certificate of the package registry is not trusted here',
    remedy:
      'give npm the certificate of your network ("npm config set cafile FILE"); then try again.',
  },
  {
    pattern: /EINTEGRITY/,
    message: 'a package came out different from what the lock file expects',
    remedy:
      'run "npm cache verify" and try again; if it stays so, the registry serves other files.',
  },
  {
    pattern: /E401|E403|ENEEDAUTH/,
    message: 'the package registry refused access',
    remedy: 'sign in to your registry ("npm login"), or choose another; then try again.',
  },
  {
    pattern: /E404|ETARGET/,
    message: 'the package registry does not have a package that Fleetdesk needs',
    remedy: 'use a registry that mirrors the public one in full ("npm config get registry").',
  },
  {
    pattern: /EACCES|EPERM|EROFS/,
    message: 'a folder may not be written to',
    remedy: 'give your user the folders named below, or clone Fleetdesk to a place of your own.',
  },
  {
    pattern: /EUSAGE|can only install packages when/,
    message: 'package.json and package-lock.json do not agree',
    remedy: 'undo your changes to one of them, or run "npm install" to renew the lock file.',
  },
  {
    pattern: /(spawn|execute) npm/,
    message: 'npm is not installed',
    remedy: 'install npm (it comes with Node), then run the same command again.',
  },
];

/**
 * What an unsuccessful run of npm means to a person.
 * @param {string} attempt what was tried ("The packages were not installed")
 * @param {string} output what npm printed
 */
export function npmProblem(attempt, output) {
  const cause = CAUSES.find(({ pattern }) => pattern.test(output));
  const details = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^npm error\s+at /.test(line))
    .slice(0, 8)
    .join('\n');
  return cause
    ? new Problem(`${attempt}: ${cause.message}.`, cause.remedy, details)
    : new Problem(`${attempt}.`, 'read what npm says below, then try again.', details);
}

/** The folder in which npm keeps what it has fetched. */
async function cacheFolder() {
  const known = process.env['npm_config_cache'];
  if (known) return known;
  const answer = await npm(['config', 'get', 'cache']);
  return answer.stdout.trim();
}

/**
 * How many bytes npm has received of the one large package that it is fetching: the size of the
 * largest file that it began to write since then. Zero when nothing can be seen of it.
 * @param {string} cache npm's cache folder
 * @param {number} since milliseconds since 1970
 */
async function receivedBytes(cache, since) {
  const folder = path.join(cache, '_cacache', 'tmp');
  let largest = 0;
  try {
    for (const name of await readdir(folder)) {
      const { size, birthtimeMs } = await stat(path.join(folder, name));
      if (birthtimeMs >= since) largest = Math.max(largest, size);
    }
  } catch {
    // The folder is not there yet, or the file has just been moved to its place.
  }
  return largest;
}

/**
 * Fetches the archive of one package into a folder. It stays in npm's cache as well, so that a
 * second time needs no network.
 * @param {string} spec name@version
 * @param {string} folder
 * @param {(bytes: number) => void} onReceived
 * @returns {Promise<string>} the archive's path
 */
export async function fetchPackage(spec, folder, onReceived) {
  const cache = await cacheFolder();
  const since = Date.now();
  const watch = setInterval(() => {
    void receivedBytes(cache, since).then((bytes) => bytes > 0 && onReceived(bytes));
  }, 300);
  try {
    const result = await npm([
      'pack',
      spec,
      '--pack-destination',
      folder,
      '--prefer-offline',
      '--loglevel=error',
      '--ignore-scripts',
      '--fetch-retries=2',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=5000',
      '--fetch-timeout=60000',
    ]);
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    if (result.code !== 0 || archive === undefined) {
      throw npmProblem(`The npm package ${spec} was not fetched`, result.output);
    }
    return path.join(folder, archive);
  } finally {
    clearInterval(watch);
  }
}
