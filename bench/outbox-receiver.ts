/** A webhook receiver in a separate process: accepts every request and prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(204).end());
}).listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit(0));
