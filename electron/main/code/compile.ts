import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const files = loader.loaded.flatMap(({ name, script }) => {
  const data = script?.createCachedData();
  return data ? { name, code: readFileSync(path.join(folder, name)), data } : [];
});
writeFileSync(path.join(folder, COMPILED_FILE), packCompiled(files));
app.exit(0);
