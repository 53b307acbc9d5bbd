import { z } from 'zod/v4';

/*
 * What the renderer imports as `zod`, by an alias of its build. Zod compiles its schemas to code
 * where it may, and finds out by trying: under the policy of these pages the attempt alone is a
 * violation. So it is told before any schema is made, wherever the build puts that.
 */
z.config({ jitless: true });

export { z };
