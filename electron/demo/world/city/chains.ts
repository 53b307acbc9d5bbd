import { type Path } from '../geometry';
import type { Edge } from './network';

export interface Chain {
  readonly line: number;
  readonly path: Path;
}

/** Joins the edges of each line that follow one another: one path where a road is whole. */
export function chainEdges(edges: readonly Edge[]): Chain[] {
  const chains: { line: number; path: Path; end: number }[] = [];
  for (const edge of edges) {
    const last = chains[chains.length - 1];
    if (last && last.line === edge.line && last.end === edge.from) {
      last.path.push(...edge.path.slice(2));
      last.end = edge.to;
    } else chains.push({ line: edge.line, path: [...edge.path], end: edge.to });
  }
  return chains;
}
