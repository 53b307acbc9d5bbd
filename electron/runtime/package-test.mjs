/** Packs Fleetdesk and tries the packages. */
import { start } from './entry.mjs';

start(() => import('./tasks/package-test.mjs'));
