import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import { isUnread, unmanaged, type ManagedProblem, type ManagedState } from '@contract/managed';
import { lockableSettings, type Settings } from '@contract/settings';
import type { CertificateFile } from '../certificates/own-certificates';
import type { TileNetwork } from '../ports/tile-network';
import { readJsonObject, readSettings } from '../settings/read-settings';

/** What an administrator decided for this computer. */
export interface Managed extends ManagedState {
  /** Values in place of a person's own. */
  readonly settings: Partial<Settings>;
  /** Hosts of maps and of the address search that can be in a private network, as in an URL. */
  readonly privateHosts: readonly string[];
  /** Files with certificate authorities, by their paths. */
  readonly certificateFiles: readonly string[];
  /** What is in those that can be used. */
  readonly certificates: readonly CertificateFile[];
  /** Where updates come from, in place of the address that the release names. */
  readonly updateServer: string | null;
}

/** No administrator decided anything. */
export const notManaged: Managed = {
  ...{ ...unmanaged, settings: {}, updateServer: null },
  ...{ privateHosts: [], certificateFiles: [], certificates: [] },
};

/** An encrypted address: an update comes from nowhere else. */
const updateServerSchema = z.url({ protocol: /^https$/ }).max(500);
const originSchema = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .transform((address) => new URL(address).origin);
/** A host without a port, written as addresses have it: in lower case, IPv6 in brackets. */
const hostSchema = z
  .string()
  .max(253)
  .transform((given, context) => {
    const host = /^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i.test(given) ? `[${given}]` : given;
    const isAlone = /^([^\s/?#@\\:[\]]+|\[[^\]]+\])$/.test(host);
    if (isAlone && URL.canParse(`https://${host}`)) return new URL(`https://${host}`).hostname;
    context.addIssue({ code: 'custom', message: 'is no host' });
    return z.NEVER;
  });

/** Everything that the file can say beside single settings. */
const listSchemas = {
  services: originSchema,
  privateHosts: hostSchema,
  certificates: z.string().min(1).max(1000),
} as const;
const switches = ['demo', 'updates'] as const;

/**
 * Reads the file of an administrator: JSON with `settings`, `services`, `privateHosts`,
 * `certificates`, `demo`, `updates` and `updateServer`, each optional. What is wrong costs only itself and is named by its path; a file that is
 * no JSON lets nobody sign in to anything new (`isUnread`).
 */
export function readManaged(file: string, text: string): Managed {
  const problems: ManagedProblem[] = [];
  const content = readJsonObject(text);
  if (content === null) {
    return { ...notManaged, file, problems: [{ path: '', what: 'not-json' }] };
  }
  const settings = readSettings(content['settings'], lockableSettings, problems);
  const services = readList('services', content, problems);
  const privateHosts = readList('privateHosts', content, problems) ?? [];
  const certificateFiles = readList('certificates', content, problems) ?? [];
  const isOff = (key: (typeof switches)[number]): boolean => {
    const value = content[key];
    if (value !== undefined && typeof value !== 'boolean') {
      problems.push({ path: key, what: 'wrong-value' });
    }
    return value === false;
  };
  const isDemoOff = isOff('demo');
  const areUpdatesOff = isOff('updates');
  const server = updateServerSchema.optional().safeParse(content['updateServer']);
  if (!server.success) problems.push({ path: 'updateServer', what: 'wrong-value' });
  const known = new Set<string>([
    'settings',
    'updateServer',
    ...Object.keys(listSchemas),
    ...switches,
  ]);
  for (const key of Object.keys(content)) {
    if (!known.has(key)) problems.push({ path: key, what: 'unknown-key' });
  }
  return {
    ...{ file, settings, services, privateHosts, locked: Object.keys(settings) },
    ...{ certificateFiles, certificates: [], updateServer: server.data ?? null },
    ...{ isDemoOff, areUpdatesOff, problems },
  };
}

/** @throws FleetdeskError `forbidden` with `administrator` where this service is not allowed here */
export function requireAllowedService(
  managed: Pick<ManagedState, 'services' | 'problems'>,
  origin: string,
): void {
  if (isUnread(managed)) {
    throw byAdministrator(
      'The file of the administrator cannot be read, so no service is allowed.',
    );
  }
  if (isStillAllowed(managed, origin)) return;
  throw byAdministrator(`The administrator does not allow ${origin}.`);
}

/** Whether a session that began earlier can go on: a file that can't be read names no services. */
export function isStillAllowed(
  { services }: Pick<ManagedState, 'services'>,
  origin: string,
): boolean {
  return services === null || services.includes(origin);
}

/** What an administrator does not allow. */
export function byAdministrator(message: string): FleetdeskError {
  return new FleetdeskError({ code: 'forbidden', reason: 'administrator', message });
}

/** A network that lets hosts of the administrator's choice have private addresses. */
export function allowingPrivateHosts(network: TileNetwork, hosts: readonly string[]): TileNetwork {
  if (hosts.length === 0) return network;
  return {
    get: (request) => network.get(request),
    // None, as where a proxy looks the name up: there is nothing to refuse then.
    addressesOf: async (url) =>
      hosts.includes(new URL(url).hostname) ? [] : network.addressesOf(url),
  };
}

/** The good items of a list; null where there is none, and an empty one where all are bad. */
function readList(
  key: keyof typeof listSchemas,
  content: Record<string, unknown>,
  problems: ManagedProblem[],
): string[] | null {
  const given = content[key];
  if (given === undefined) return null;
  if (!Array.isArray(given)) {
    problems.push({ path: key, what: 'wrong-value' });
    return [];
  }
  return given.flatMap((item: unknown, index) => {
    const read = listSchemas[key].safeParse(item);
    if (read.success) return [read.data];
    problems.push({ path: `${key}[${index}]`, what: 'wrong-value' });
    return [];
  });
}
