/** Part of the message of the error for a body that is too large. */
export const TOO_LARGE = 'larger than what is read of it';

/** The answer with a body that fails once it exceeds `most` bytes. */
export function limitBody(answer: Response, most: number): Response {
  const fault = new Error(`The answer is ${TOO_LARGE}: ${most} bytes.`);
  if (Number(answer.headers.get('content-length')) > most) {
    void answer.body?.cancel().catch(() => undefined);
    throw fault;
  }
  if (answer.body === null) return answer;
  let read = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      read += part.byteLength;
      if (read > most) controller.error(fault);
      else controller.enqueue(part);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(limit), { status, statusText, headers });
}
