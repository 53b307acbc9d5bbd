/** Runs one benchmark. */
import { start } from './entry.mjs';

start(() => import('./tasks/bench.mjs'));
