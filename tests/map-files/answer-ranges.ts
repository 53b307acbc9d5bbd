import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request for a range of a file, as web servers do (RFC 9110, *Range Requests*). */
export function answerRange(
  request: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
  etag = '"one"',
): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) {
    response.writeHead(200, { 'content-length': String(file.length), etag }).end(file);
    return;
  }
  const [from, to] = [Number(range[1]), Math.min(Number(range[2]), file.length - 1)];
  if (from >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const part = file.subarray(from, to + 1);
  response
    .writeHead(206, {
      'content-length': String(part.length),
      'content-range': `bytes ${from}-${to}/${file.length}`,
      etag,
    })
    .end(part);
}
