/**
 * A service in a process of its own, so that a test can stop it: it tells its parent of each
 * connection and request, and replies as its argument says, the last reply from then on.
 */
import { createServer } from 'node:http';

/** @type {(401 | 'reset')[]} */
const replies = JSON.parse(process.argv[2] ?? '[]');
/** @type {string[]} */
const requests = [];
let connections = 0;
let port = 0;

function tell() {
  process.send?.({ port, connections, requests });
}

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(`${request.method} ${request.url}`);
    tell();
    if (reply === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"Unauthorized"}}');
  });
});
server.on('connection', () => {
  connections += 1;
  tell();
});
// The kernel holds two connections for it while it is stopped, and lets others wait.
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  tell();
});
