/** Signs the feeds of a release. */
import { start } from './entry.mjs';

start(() => import('./tasks/sign-feed.mjs'));
