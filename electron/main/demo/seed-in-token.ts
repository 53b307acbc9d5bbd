import { decodeJwt } from 'jose';
import { z } from 'zod';
import { readBaseUrl } from '@contract/connections';

const claimsSchema = z.object({ fleetdesk_demo_seed: z.number().int().min(0).max(999_999_999) });

/**
 * The seed of a demo service on this machine, as the access token that it gave tells; null for any
 * other service. No request is sent for it, unless the token has to be refreshed.
 */
export async function seedAt(
  baseUrl: string,
  token: () => Promise<string | null>,
): Promise<number | null> {
  const base = readBaseUrl(baseUrl, true);
  if (!base.ok || !base.isLoopback) return null;
  try {
    return claimsSchema.parse(decodeJwt((await token()) ?? '')).fleetdesk_demo_seed;
  } catch {
    // Offline, signed out, or a service that is no demo: the map shows its own basemap.
    return null;
  }
}
