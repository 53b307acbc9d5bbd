import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from './problem.mjs';
import { say } from './terminal.mjs';

/**
 * Chromium's sandbox does not run as root, and needs either user namespaces or a helper program
 * that belongs to root.
 */

/** @param {string} file @param {string} value */
function says(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8').trim() === value;
}

function hasUserNamespaces() {
  return !(
    says('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1') ||
    says('/proc/sys/kernel/unprivileged_userns_clone', '0') ||
    says('/proc/sys/user/max_user_namespaces', '0')
  );
}

/** @param {string} helper */
function isSetuidRoot(helper) {
  if (!existsSync(helper)) return false;
  const { uid, mode } = statSync(helper);
  return uid === 0 && (mode & 0o4000) !== 0;
}

/**
 * The switches that Electron needs for its sandbox here.
 * @param {string} executable
 * @returns {string[]}
 */
export function sandboxSwitches(executable) {
  if (process.platform !== 'linux') return [];
  if (process.getuid?.() === 0) {
    say('Running as root: Electron starts without its sandbox (--no-sandbox).');
    return ['--no-sandbox'];
  }
  const helper = path.join(path.dirname(executable), 'chrome-sandbox');
  if (!hasUserNamespaces() && !isSetuidRoot(helper)) {
    throw new Problem(
      "This system does not let Electron's sandbox start.",
      `give its helper to root: sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`,
    );
  }
  return [];
}
