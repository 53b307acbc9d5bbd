/** Starts Fleetdesk from a clone, on a machine that may have nothing but Node. */
import { start } from './entry.mjs';

start(() => import('./tasks/up.mjs'));
