import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { pathOf } from './paths.js';

/** Where circles are looked for. */
const ROOTS = ['electron', 'src'];
const SUFFIXES = ['', '.ts', '.vue', '/index.ts'];

/** The folder of core that a file is in; none for a file of another floor, or of no room. */
function roomOf(file) {
  return /^electron\/core\/([^/]+)\//.exec(file)?.[1];
}

/** The scripts of a component. */
function scriptsIn(component) {
  return [...component.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code).join();
}

/** Who imports whom: all files below the roots, types included. Read once for each run. */
class Imports {
  constructor(cwd) {
    this.cwd = cwd;
    this.files = new Set(
      ROOTS.flatMap((root) =>
        readdirSync(path.join(cwd, root), { recursive: true })
          .map((name) => `${root}/${name.split(path.sep).join('/')}`)
          .filter((name) => /\.(ts|vue)$/.test(name)),
      ),
    );
    this.byFile = new Map([...this.files].map((file) => [file, this.#importsOf(file)]));
    this.byRoom = new Map();
    for (const [file, others] of this.byFile) {
      const room = roomOf(file);
      if (room === undefined) continue;
      const rooms = this.byRoom.get(room) ?? new Set();
      for (const other of others) {
        const next = roomOf(other);
        if (next !== undefined && next !== room) rooms.add(next);
      }
      this.byRoom.set(room, rooms);
    }
  }

  #importsOf(file) {
    const text = readFileSync(path.join(this.cwd, file), 'utf8');
    const script = file.endsWith('.vue') ? scriptsIn(text) : text;
    const { importedFiles } = ts.preProcessFile(script);
    return new Set(importedFiles.flatMap(({ fileName }) => this.resolve(fileName, file) ?? []));
  }

  /** The file that an import names, or undefined for one of a package. */
  resolve(specifier, file) {
    const target = pathOf(specifier, file);
    if (target === undefined) return undefined;
    return SUFFIXES.map((suffix) => target + suffix).find((name) => this.files.has(name));
  }
}

/** The way from one to another, both included, or undefined. */
function wayBetween(graph, from, to) {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way.at(-1);
    if (last === to) return way;
    for (const next of graph.get(last) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

let known;

/** What is wrong with an import of `source` in `file`, or undefined. */
function fault(imports, source, file) {
  const target = imports.resolve(source, file);
  if (target === undefined) return undefined;
  const back = wayBetween(imports.byFile, target, file);
  if (back) return `Circle of imports: ${[file, ...back].join(' -> ')}.`;
  const [room, other] = [roomOf(file), roomOf(target)];
  if (room === undefined || other === undefined || room === other) return undefined;
  const rooms = wayBetween(imports.byRoom, other, room);
  return rooms && `Circle of rooms in core: ${[room, ...rooms].join(' -> ')}.`;
}

/**
 * ESLint rule: no import leads back to its own file, and none between the rooms of core back to its
 * own room. Types count: a reader of one file of a circle has to read all of them.
 */
export const circles = {
  meta: { type: 'problem', schema: [], docs: { description: 'No import leads back to its file.' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    if (!ROOTS.some((root) => file.startsWith(`${root}/`))) return {};
    known ??= new Imports(context.cwd);
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return;
      const message = fault(known, node.source.value, file);
      if (message) context.report({ node, message });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
