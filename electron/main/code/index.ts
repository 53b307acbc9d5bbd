import path from 'node:path';
import { CodeLoader } from './code-loader';
import { readCompiled } from './compiled-code';
import type * as Main from '../index';

/*
 * The first file of a start. It only loads the app, with what V8 made of its code when it was built.
 */
const folder = import.meta.dirname;
const loader = new CodeLoader(folder, readCompiled(folder));
// Tests look whether the code comes from there.
Object.assign(globalThis, {
  __fleetdeskCode: () => loader.loaded.map(({ name, isRefused }) => ({ name, isRefused })),
});
// By then all is loaded that a start loads.
setTimeout(() => {
  loader.forget();
}, 10_000).unref();
(loader.load(path.join(folder, 'fleetdesk.cjs')) as typeof Main).run();
