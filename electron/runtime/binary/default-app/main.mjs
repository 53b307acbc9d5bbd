/**
 * Loads the app in the folder (or file) that the command line names, as Electron's own default app
 * does: `electron <folder> [arguments]`. It is an ES module that awaits the app at its top level,
 * so that Electron holds back `ready` until the app's main has run, be it CommonJS or ES module.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const electron = await import('electron');

/** @typedef {{setVersion(version: string): void, setAppPath(folder: string): void}} Untyped */

// The types do not name two methods that Electron's default app uses.
const app = /** @type {Electron.App & Untyped} */ (electron.app);

/** The first argument that is no switch. */
function namedPath() {
  return process.argv.slice(1).find((argument) => !argument.startsWith('-'));
}

/** @param {string} folder */
function applyPackage(folder) {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return;
  const about = JSON.parse(readFileSync(file, 'utf8'));
  if (about.version) app.setVersion(about.version);
  const name = about.productName ?? about.name;
  if (name) {
    app.setName(name);
    if (process.platform === 'linux') app.setDesktopName(about.desktopName ?? `${name}.desktop`);
  }
}

/** @param {string} named */
async function load(named) {
  const location = path.resolve(named);
  const folder = statSync(location).isDirectory() ? location : path.dirname(location);
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  applyPackage(folder);
  app.setAppPath(folder);
  await import(pathToFileURL(createRequire(import.meta.url).resolve(location)).href);
}

const named = namedPath();
if (named === undefined) {
  console.error('Usage: electron <folder of an app> [arguments]');
  app.exit(1);
} else {
  try {
    await load(named);
  } catch (error) {
    console.error(`The app in ${path.resolve(named)} could not be started.`);
    console.error(error);
    app.exit(1);
  }
}
