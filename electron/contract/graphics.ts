import { z } from 'zod';

/** How the process that draws for all windows is doing. */
export const graphicsStateSchema = z.object({
  /**
   * How often, since the app started, pictures that were drawn before may have been lost: the
   * graphics process ended, or a new one is ready. Each is a reason to draw all of them again.
   */
  losses: z.number().int().nonnegative(),
});

/** How the process that draws for all windows is doing. */
export type GraphicsState = z.infer<typeof graphicsStateSchema>;
