import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it started, from Linux's list of processes. */
export function processesOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) && /^PPid:\s*(\d+)/m.exec(textOf(`/proc/${name}/status`));
    if (parent) parents.set(Number(name), Number(parent[1]));
  }
  const isOurs = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isOurs(parents.get(each)));
  return [...parents.keys()].filter(isOurs);
}

/** A file of the system's; empty where its process has ended meanwhile. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
