import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';

/** A load balancer that distributes requests to several instances in turn. */
interface Balancer {
  name: 'nginx' | 'a minimal proxy';
  [Symbol.asyncDispose]: () => Promise<void>;
}

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file));

/** Starts nginx if it is installed, otherwise a minimal proxy. */
export function startBalancer(port: number, backends: number[]): Promise<Balancer> {
  return nginx ? startNginx(nginx, port, backends) : startMinimalProxy(port, backends);
}

async function startNginx(program: string, port: number, backends: number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr notice;
     events {}
     http {
       access_log off; ${temporary.join(' ')}
       upstream instances { ${backends.map((backend) => `server 127.0.0.1:${backend};`).join(' ')} }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://instances;
           proxy_http_version 1.1;
           proxy_set_header Host $http_host;
           proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
         }
       }
     }`,
  );
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const { end } = await startChild(program, args, /start worker process \d/u);
  return {
    name: 'nginx',
    [Symbol.asyncDispose]: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startMinimalProxy(port: number, backends: number[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers, socket } = incoming;
    const forwarded = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
    const proxied = request(
      {
        host: '127.0.0.1',
        port: backends[(turn += 1) % backends.length],
        method,
        path,
        headers: { ...headers, 'x-forwarded-for': forwarded },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    proxied.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(proxied);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    name: 'a minimal proxy',
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
