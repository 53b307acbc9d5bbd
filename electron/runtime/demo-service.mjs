/** Starts the demo service alone. */
import { start } from './entry.mjs';

start(() => import('./tasks/demo-service.mjs'));
