import type { Protocol, ProtocolRequest } from 'electron';
import { reportFault } from '@core/faults';

/** What a page asks for at our own scheme. */
export type PageRequest = Pick<ProtocolRequest, 'url' | 'method'>;

/** What it gets. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there is none. */
  readonly body: Buffer | null;
}

/** How Chromium names a request that failed. */
const FAILED = -2;

/**
 * Answers what pages ask for at a scheme. With whole buffers, which Chromium hands over by itself:
 * `protocol.handle` has this thread write every piece of them, and it is busy at a start. It stands
 * in where Electron has the older way no more.
 */
export function answerPages(
  protocol: Protocol,
  scheme: string,
  answer: (request: PageRequest) => Promise<PageAnswer>,
): void {
  if (!('registerBufferProtocol' in protocol)) {
    answerByResponses(protocol, scheme, answer);
    return;
  }
  protocol.registerBufferProtocol(scheme, (request, respond) => {
    answer(request).then(
      ({ status, headers, body }) => {
        respond({ statusCode: status, headers: { ...headers }, data: body ?? Buffer.alloc(0) });
      },
      (fault: unknown) => {
        reportFault('a page was not answered', fault);
        respond({ error: FAILED });
      },
    );
  });
}

function answerByResponses(
  protocol: Pick<Protocol, 'handle'>,
  scheme: string,
  answer: (request: PageRequest) => Promise<PageAnswer>,
): void {
  protocol.handle(scheme, async (request) => {
    const { status, headers, body } = await answer(request);
    return new Response(body && new Uint8Array(body), { status, headers });
  });
}
