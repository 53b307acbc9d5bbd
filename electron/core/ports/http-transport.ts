/** The methods the service profile can name. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request, complete: nothing is added behind core's back. */
export interface HttpRequest {
  method: HttpMethod;
  /** Origin and path prefix of the connection, without trailing slash. */
  base: string;
  /** Path and query below the base, starting with one `/`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text, or null for no body. */
  body: string | null;
  /** Milliseconds until the request is given up. */
  timeout: number;
  /** Bytes above which a successful answer is refused. */
  maxBytes: number;
  /** Bytes above which any other answer is refused. */
  maxRefusalBytes: number;
}

/** An answer of any status; its body is text, decoded as UTF-8. */
export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Why no answer came. `sent` says whether the request may have reached the service: `no` only
 * where it certainly did not.
 */
export class HttpFailure extends Error {
  readonly kind:
    | 'refused'
    | 'host-unknown'
    | 'certificate'
    /** TLS failed: in the handshake, or in a record that came later. */
    | 'secure-connection'
    /** The proxy wants a name and password, and there are none that it takes. */
    | 'proxy-sign-in'
    /** The script that was set to choose the proxy can't be loaded or run. */
    | 'proxy-script'
    | 'offline'
    | 'timeout'
    | 'reset'
    | 'redirect'
    | 'too-large'
    /** The answer began and ended early. */
    | 'cut-short'
    | 'cancelled';
  readonly sent: 'no' | 'maybe';
  /** Target of a refused redirect, where it is known. */
  readonly redirectTo: string | null;

  constructor(
    kind: HttpFailure['kind'],
    message: string,
    options: { sent: 'no' | 'maybe'; redirectTo?: string | null },
  ) {
    super(message);
    this.name = 'HttpFailure';
    this.kind = kind;
    this.sent = options.sent;
    this.redirectTo = options.redirectTo ?? null;
  }
}

/** The way to the service. No cookies, no cache, no redirects, no retries. */
export interface HttpTransport {
  /** @throws HttpFailure where no complete answer came. */
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer>;
  /** Where a GET of this address is redirected to, or null; used by *Test connection* alone. */
  findRedirect(request: HttpRequest, signal?: AbortSignal): Promise<string | null>;
}
