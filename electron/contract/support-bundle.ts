import { z } from 'zod';

/** A file of a support bundle, as it will be saved. */
export const bundleFileSchema = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  text: z.string(),
});

/** A support bundle that was made and waits to be saved, or forgotten. */
export const supportBundleSchema = z.object({
  id: z.string(),
  files: z.array(bundleFileSchema),
});

/** A support bundle that was made. */
export type SupportBundle = z.infer<typeof supportBundleSchema>;

/** Which files of a bundle are saved; a person may have left some out. */
export const saveBundleSchema = z.object({
  id: z.string().max(64),
  names: z.array(z.string().max(200)).min(1).max(50),
});
