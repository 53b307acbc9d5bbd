import { createHash } from 'node:crypto';
import { closeSync, constants, fdatasync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * One line of text in a file that is written over in place, with a seal that tells whether it is
 * whole. Replacing the file costs eight turns of the file system and two of the disk; this costs one
 * each, and the disk has nothing but data to write. Where the power fails amid that, the seal is
 * broken, and the text counts as damaged.
 */

/** A file takes whole blocks, so that its size, which the disk would have to write, stays. */
const BLOCK = 4_096;

const SEAL = '\n#';

const sync = promisify(fdatasync);

/** The content of a file that holds this text. */
export function sealed(text: string): string {
  if (text.includes('\n')) throw new Error('A sealed text has one line.');
  const whole = `${text}${SEAL}${sealOf(text)}\n`;
  const length = Math.ceil(Buffer.byteLength(whole) / BLOCK) * BLOCK;
  return whole + ' '.repeat(length - Buffer.byteLength(whole));
}

/** Whether a file was written with a seal, broken or not. */
export function isSealed(content: string): boolean {
  return content.includes(SEAL) || (content !== '' && Buffer.byteLength(content) % BLOCK === 0);
}

/** The text of a file, with or without a seal; null where its seal is broken. */
export function textOf(content: string): string | null {
  if (!isSealed(content)) return content;
  // What follows the seal is left of a longer text before.
  const end = content.indexOf(SEAL);
  const text = content.slice(0, Math.max(0, end));
  return content.startsWith(`${SEAL}${sealOf(text)}\n`, end) ? text : null;
}

/**
 * Writes over a file that is there, durably; false where it can't be opened for that. A reader may
 * find the seal broken meanwhile.
 */
export async function overwrite(path: string, content: string): Promise<boolean> {
  const file = openAtOnce(path);
  if (file === null) return false;
  try {
    // Into the system's memory, within microseconds; the disk is what takes time.
    const bytes = Buffer.from(content);
    for (let written = 0; written < bytes.length;) {
      written += writeSync(file, bytes, written, bytes.length - written, written);
    }
    await sync(file);
    return true;
  } finally {
    closeSync(file);
  }
}

function openAtOnce(path: string): number | null {
  try {
    return openSync(path, constants.O_WRONLY);
  } catch {
    return null;
  }
}

function sealOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
