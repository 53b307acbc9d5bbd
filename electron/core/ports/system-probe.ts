/** Why a look at the network brought nothing. */
export class ProbeFailure extends Error {
  readonly kind: 'host-unknown' | 'refused' | 'timeout' | 'failed';

  constructor(kind: ProbeFailure['kind'], message: string) {
    super(message);
    this.name = 'ProbeFailure';
    this.kind = kind;
  }
}

/** What a server shows when a secure connection begins. */
export interface SecureConnection {
  /** As in `TLSv1.3`. */
  readonly protocol: string;
  /** Who signed the certificate, in its own words. */
  readonly issuer: string;
  /** When the certificate ends, epoch milliseconds. */
  readonly endsAt: number;
  /** A public authority signed it; others must be trusted by this computer. */
  readonly isPublic: boolean;
  /** An authority that was added in the settings signed it, and all else of it is right. */
  readonly isOwn: boolean;
  /** It was made for this host. */
  readonly isForHost: boolean;
}

/** Looks at this computer and its network. Nothing is sent to the service but a TLS handshake. */
export interface SystemProbe {
  /** IP addresses of a host. @throws ProbeFailure */
  addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The way to an address in the words of a PAC file: `DIRECT`, `PROXY proxy.office:3128`. */
  proxyFor(url: string): Promise<string>;
  /** Begins a secure connection and ends it again. @throws ProbeFailure */
  handshake(host: string, port: number, signal: AbortSignal): Promise<SecureConnection>;
  /** Bytes that are free where Fleetdesk keeps its files; null where the system does not say. */
  freeBytes(): Promise<number | null>;
  /** Whether a file can be made in the folder of Fleetdesk. */
  canWrite(): Promise<boolean>;
  /** Whether pictures are drawn by a graphics processor, and by which. */
  graphics(): Promise<{ isAccelerated: boolean; device: string }>;
}
