import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createScreens } from '@/app/router';
import { screens } from '@/app/screens';

const source = resolve(import.meta.dirname, '../../../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(ts|vue)$/.test(file) && !file.endsWith('app/router.ts'),
);

/** Paths that a file sends somebody to: `path: '/map'`, `to="/map"`, `push('/map')`. */
function linksIn(file: string): string[] {
  const text = readFileSync(resolve(source, file), 'utf8');
  const found = text.matchAll(
    /(?:\bpath:\s*|\bto[=:]\s*|\b(?:push|replace)\(\s*)(['"`])(\/.*?)\1/g,
  );
  return Array.from(found, ([, , path = '']) => path);
}

it('every link leads to a screen that there is, and none is put together from parts', () => {
  const known = new Set(
    createScreens()
      .getRoutes()
      .filter(({ meta }) => meta.title !== undefined)
      // A screen is there without the part of it that can be named, too.
      .map(({ path }) => path.replace(/\/:\w+\?$/, '')),
  );
  const links = files.flatMap((file) => linksIn(file).map((path) => ({ file, path })));
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ path }) => !known.has(path.split('?')[0] ?? ''))).toEqual([]);
  expect(screens().filter(({ to }) => !known.has(to))).toEqual([]);
});
