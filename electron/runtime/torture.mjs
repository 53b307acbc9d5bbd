/** Runs a crash or fault trial. */
import { start } from './entry.mjs';

start(() => import('./tasks/torture.mjs'));
