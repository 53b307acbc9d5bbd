import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync, crc32 } from 'node:zlib';

/** A map server on this computer that a test speaks for. */
export class MapServer {
  readonly asked: { url: string; headers: IncomingMessage['headers'] }[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #server: Server;
  #port = 0;

  constructor(answer: MapServer['answer']) {
    this.answer = answer;
    this.#server = createServer((request, response) => {
      this.asked.push({ url: request.url ?? '', headers: request.headers });
      this.answer(request, response);
    });
  }

  /** @param port that of an earlier one, so that its address stays; any where absent */
  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A PNG picture of one colour. */
export function plainPicture(edge: number, colour: Colour): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  // Eight bits for each of three colours.
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: edge }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: edge }, () => row)));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.alloc(0))];
  return Buffer.concat([mark, ...parts]);
}

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
