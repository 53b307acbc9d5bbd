/** Runs the end-to-end tests in real Electron. */
import { start } from './entry.mjs';

start(() => import('./tasks/e2e.mjs'));
