/** Preloaded into a site with a desk: ends the site while the desk is being opened, which takes as long as on a slow machine. */
import { Server } from 'node:net';

// The site handles signals from the moment at which its port is open, and then opens the desk.
process.on('newListener', (name) => name === 'SIGINT' && setImmediate(() => process.kill(process.pid, name)));

const { listen } = Server.prototype;
Server.prototype.listen = function (options, ...rest) {
  const delayMs = String(options.port) === process.env.DESK_PORT ? 500 : 0;
  setTimeout(() => listen.call(this, options, ...rest), delayMs);
  return this;
};
