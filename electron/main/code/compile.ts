import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { CodeLoader } from './code-loader';
import { COMPILED_FILE, packCompiled } from './compiled-code';

/*
 * Run in Electron after a build, and no part of a package: keeps what V8 makes of main's code. All of
 * it is loaded once, which starts nothing, so that the functions which run meanwhile are among what is
 * kept.
 */
const folder = import.meta.dirname;
const chunks = path.join(folder, 'chunks');
const appFile = readdirSync(chunks).find((name) => /^app-[\w-]+\.cjs$/.test(name));
if (appFile === undefined) throw new Error(`There is no app in ${chunks}.`);
const loader = new CodeLoader(folder, null);
loader.load(path.join(folder, 'fleetdesk.cjs'));
loader.load(path.join(chunks, appFile));
writeFileSync(
  path.join(folder, COMPILED_FILE),
  packCompiled(
    loader.loaded.map(({ name, code, script }) => ({
      name,
      code,
      data: script.createCachedData(),
    })),
  ),
);
app.exit(0);
