import path from 'node:path';

const ALIASES = {
  '@contract': 'electron/contract',
  '@core': 'electron/core',
  '@adapters': 'electron/adapters',
  '@main': 'electron/main',
  '@demo': 'electron/demo',
  '@resources': 'resources',
  '@': 'src',
};

/** The repo-relative path an import names, or undefined for a package. */
export function pathOf(specifier, file) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const [head, ...rest] = specifier.split('/');
  const base = ALIASES[head];
  return base === undefined ? undefined : path.posix.join(base, ...rest);
}
