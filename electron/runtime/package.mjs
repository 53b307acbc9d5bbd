/** Packs Fleetdesk for this system. */
import { start } from './entry.mjs';

start(() => import('./tasks/package.mjs'));
