import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

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

function desktopFile({ command, name }: AutostartEntry): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * An argument of `Exec`: in quotes, where some signs take a backslash, which the file's own rule for
 * texts doubles; a percent sign would stand for a file (Desktop Entry Specification, "The Exec key").
 */
function quoted(argument: string): string {
  const inQuotes = argument.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\')}"`;
}
