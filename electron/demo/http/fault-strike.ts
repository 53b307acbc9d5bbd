import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { errorBody, type Dialect } from './dialect';
import { hugeAnswer, withWrongTypes, type Fault } from './faults';
import type { Reply } from './service';

/** Strikes before anything is applied; false for a fault that comes later. */
export function strikeBefore(fault: Fault, reply: FastifyReply, dialect: Dialect): boolean {
  switch (fault.kind) {
    case 'refuse':
    case 'resetBefore':
      cut(reply);
      return true;
    case 'timeout':
      reply.hijack();
      return true;
    case 'html':
      void reply
        .code(fault.status)
        .headers(fault.headers)
        .type('text/html; charset=utf-8')
        .send(`<!doctype html><html><body><h1>Proxy</h1><p>${fault.message}</p></body></html>`);
      return true;
    case 'status':
      answerStatus(fault, reply, dialect);
      return true;
    default:
      return false;
  }
}

/** Strikes when the operation has been applied; false for a fault that came earlier. */
export function strikeAfter(
  fault: Fault,
  result: Reply,
  reply: FastifyReply,
  dialect: Dialect,
): boolean {
  switch (fault.kind) {
    case 'resetAfter':
      cut(reply);
      return true;
    case 'timeoutAfter':
      reply.hijack();
      return true;
    case 'statusAfter':
      answerStatus(fault, reply, dialect);
      return true;
    case 'truncated': {
      const text = JSON.stringify(result.body ?? { data: [] });
      reply.hijack();
      reply.raw.writeHead(result.status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      reply.raw.write(text.slice(0, Math.floor(text.length / 2)), () => {
        reply.raw.socket?.destroy();
      });
      return true;
    }
    case 'empty':
      void reply.code(result.status).type('application/json; charset=utf-8').send('');
      return true;
    case 'wrongTypes':
      void reply.code(result.status).send(withWrongTypes(result.body));
      return true;
    case 'huge':
      void reply
        .code(result.status)
        .type('application/json; charset=utf-8')
        .send(Readable.from(hugeAnswer()));
      return true;
    default:
      return false;
  }
}

function answerStatus(fault: Fault, reply: FastifyReply, dialect: Dialect): void {
  void reply
    .code(fault.status)
    .headers(fault.headers)
    .send(fault.body ?? errorBody(dialect.errorShape, fault.message));
}

function cut(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}
