/** A proxy that asks for a name and password. */
export interface ProxyPlace {
  readonly host: string;
  readonly port: number;
}

/** What a proxy is answered. */
export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

/** Who knows how to sign in at proxies. */
export interface ProxyCredentialSource {
  /**
   * The answer for a proxy that asks, null where there is none: the request fails then.
   * @param refused what the proxy was answered already for this request, in vain
   */
  credentialsFor(
    place: ProxyPlace,
    refused: ProxyCredentials | null,
  ): Promise<ProxyCredentials | null>;
  /** Hears whether the script that chooses the proxy led a request to its server. */
  tellScript?(isBroken: boolean): void;
}
