/** A question for one tile. */
export interface TileRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until it is given up. */
  readonly timeout: number;
  /** Bytes above which a body is refused. */
  readonly maxBytes: number;
}

/** An answer of any status. */
export interface TileAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The way to map servers: no cookies, no credentials, no redirect followed, no retries. */
export interface TileNetwork {
  /** @throws HttpFailure where no complete answer came. Its words hold no address. */
  get(request: TileRequest): Promise<TileAnswer>;
  /**
   * IP addresses that the host of a URL has; none where a proxy looks it up.
   * @throws HttpFailure `host-unknown`
   */
  addressesOf(url: string): Promise<readonly string[]>;
}
