/**
 * The app as Playwright can hold it: it does not become ready before Playwright is attached, which
 * calls `__playwright_run` then. A window that opens while Playwright attaches, in the midst of its
 * first navigation, now and then leaves it waiting for ever.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';

const root = path.resolve(import.meta.dirname, '../..');
const { productName, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
app.setName(productName);
app.setVersion(version);
app.setAppPath(root);

const attached = new Promise((resolve) => {
  Object.assign(globalThis, { __playwright_run: resolve });
});
const whenReady = app.whenReady.bind(app);
app.whenReady = async () => {
  await whenReady();
  await attached;
};

await import('../../out/main/index.cjs');
