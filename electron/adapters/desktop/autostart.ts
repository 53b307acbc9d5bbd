import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { hasCode } from '../files/fault-codes';

/** How the desktop starts a program. */
export interface AutostartEntry {
  /** The program and its arguments. */
  command: readonly string[];
  /** What the desktop's list of such programs says of it. */
  name: string;
}

const fileName = 'fleetdesk.desktop';

/** The folder of the programs that a Linux desktop starts as somebody logs in (XDG Autostart). */
export function autostartFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const configuration = path.isAbsolute(configured) ? configured : path.join(homedir(), '.config');
  return path.join(configuration, 'autostart');
}

/** Has a Linux desktop start a program at log-in, or no more where `entry` is null. */
export async function setAutostart(
  entry: AutostartEntry | null,
  folder = autostartFolder(),
): Promise<void> {
  const file = path.join(folder, fileName);
  if (entry === null) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(folder, { recursive: true });
  await writeFile(file, desktopFile(entry));
}

/**
 * Renews the command of an entry that is there. All else in it is left as it is: a person may have
 * switched it off in the system, or removed it.
 */
export async function renewAutostart(
  command: readonly string[],
  folder = autostartFolder(),
): Promise<void> {
  const text = await readEntry(folder);
  if (text === null) return;
  const renewed = text.replace(/^Exec=.*$/m, () => execLine(command));
  if (renewed !== text) await writeFile(path.join(folder, fileName), renewed);
}

/** Whether an entry is there that is not switched off. */
export async function hasAutostart(folder = autostartFolder()): Promise<boolean> {
  const text = await readEntry(folder);
  return text !== null && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(text);
}

async function readEntry(folder: string): Promise<string | null> {
  try {
    return await readFile(path.join(folder, fileName), 'utf8');
  } catch (fault) {
    if (hasCode(fault, 'ENOENT')) return null;
    throw fault;
  }
}

function desktopFile({ command, name }: AutostartEntry): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    execLine(command),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

function execLine(command: readonly string[]): string {
  return `Exec=${command.map(quoted).join(' ')}`;
}

/**
 * An argument of `Exec`: in quotes, where some signs take a backslash, which the file's own rule for
 * texts doubles; a percent sign would stand for a file (Desktop Entry Specification, "The Exec key").
 */
function quoted(argument: string): string {
  const inQuotes = argument.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\')}"`;
}
