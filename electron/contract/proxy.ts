import { z } from 'zod';

/** A proxy that waits for a name and password. */
export const proxyQuestionSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  /** What it was answered last was wrong. */
  isRefused: z.boolean(),
});

/** What is known of the proxy of this network. */
export const proxyStateSchema = z.object({
  /** What it asks, or null where it asks nothing. */
  question: proxyQuestionSchema.nullable(),
  /** The script that was set to choose it can't be loaded or run: no request goes out. */
  isScriptBroken: z.boolean(),
});

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

/** Ways to the proxy that a person can choose. */
export const proxyModes = ['system', 'none', 'manual', 'pac'] as const;

/** A way to the proxy. */
export type ProxyMode = (typeof proxyModes)[number];

/** The name or address of a proxy, without scheme and port. */
export const proxyHostSchema = z
  .string()
  .regex(/^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/);

/**
 * Hosts that need no proxy: names, with `*` for any part, ranges of addresses, or `<local>` for
 * names without a dot. Chromium's `<-loopback>` would send this computer's own services, such as
 * the demo fleet, to the proxy.
 */
export const proxyBypassSchema = z.string().regex(/^(<local>|[A-Za-z0-9.*:/[\]_-]{1,253})$/);

/** The address of a PAC script. */
export const pacAddressSchema = z.url({ protocol: /^https?$/ }).max(500);

/** The proxy that everything goes through which leaves this computer. */
export const proxySettingSchema = z.discriminatedUnion('mode', [
  /** As the operating system says. */
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({
    mode: z.literal('manual'),
    host: proxyHostSchema,
    port: z.number().int().min(1).max(65_535),
    bypass: z.array(proxyBypassSchema).max(100),
  }),
  z.strictObject({ mode: z.literal('pac'), address: pacAddressSchema }),
]);

/** The proxy that everything goes through which leaves this computer. */
export type ProxySetting = z.infer<typeof proxySettingSchema>;

/** What came of trying a proxy. */
export const proxyVerdicts = [
  /** No proxy is used for the service. */
  'direct',
  /** The proxy leads to the service. */
  'works',
  /** The proxy is there; whether it leads to the service was not tried. */
  'reached',
  /** It asks for a name and password. */
  'asks',
  /** It does not lead to the service. */
  'refuses',
  /** Nothing answers there. */
  'unreachable',
  /** The script that chooses the proxy can't be loaded or run. */
  'script',
] as const;

/** What came of trying a proxy, where it is, and the service that it should lead to. */
export const proxyTestSchema = z.object({
  verdict: z.enum(proxyVerdicts),
  /** As `host:port`; null where there is none. */
  proxy: z.string().nullable(),
  /** Null where no service on another computer is known. */
  service: z.string().nullable(),
});

/** A proxy to be tried, and the service that it should lead to. */
export const proxyTrialSchema = z.strictObject({
  setting: proxySettingSchema,
  /** Base URL as it is typed before a sign-in; null for the service in use. */
  address: z.string().max(2000).nullable(),
});

/** A proxy to be tried, and the service that it should lead to. */
export type ProxyTrial = z.infer<typeof proxyTrialSchema>;

/** What came of trying a proxy. */
export type ProxyTestResult = z.infer<typeof proxyTestSchema>;
