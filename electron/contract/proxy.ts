import { z } from 'zod';

/** A proxy that waits for a name and password. */
export const proxyQuestionSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  /** What it was answered last was wrong. */
  isRefused: z.boolean(),
});

/** What is known of the proxy of this network: what it asks, or null where it asks nothing. */
export const proxyStateSchema = z.object({ question: proxyQuestionSchema.nullable() });

/** What is known of the proxy of this network. */
export type ProxyState = z.infer<typeof proxyStateSchema>;

/** A person's answer to the proxy that asks. */
export const proxySignInSchema = z.strictObject({
  username: z.string().min(1).max(255),
  password: z.string().max(255),
  /** Keep both in the keychain of this computer. */
  remember: z.boolean(),
});

/** A person's answer to the proxy that asks. */
export type ProxySignInInput = z.infer<typeof proxySignInSchema>;
