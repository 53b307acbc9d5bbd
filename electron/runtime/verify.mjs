/** Passes every check and test of the project, on a machine that may have nothing but Node. */
import { start } from './entry.mjs';

start(() => import('./tasks/verify.mjs'));
