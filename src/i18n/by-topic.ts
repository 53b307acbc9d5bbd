import type { Tree } from './tree';

/** Sentences by topic, out of files by path: `live-map.json` → `liveMap`. */
export function byTopic(files: Readonly<Record<string, Tree>>): Tree {
  return Object.fromEntries(
    Object.entries(files).map(([path, sentences]) => {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
      return [name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), sentences];
    }),
  );
}
