import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What stands in front of several instances, and hands them the requests in turn. */
export interface Balancer {
  name: 'nginx' | 'a stand-in for nginx';
  [Symbol.asyncDispose]: () => Promise<void>;
}

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file));

/** nginx where this machine has it; a few lines that do the same where not. */
export function startBalancer(port: number, backends: number[]): Promise<Balancer> {
  return nginx ? startNginx(nginx, port, backends) : startStandIn(port, backends);
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
       upstream house { ${backends.map((backend) => `server 127.0.0.1:${backend};`).join(' ')} }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://house;
           proxy_http_version 1.1;
           proxy_set_header Host $http_host;
           proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
         }
       }
     }`,
  );
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (/start worker process \d/u.test(line)) resolve();
    });
    void ended.then(() => reject(new Error(`nginx did not start:\n${said.join('\n')}`)));
  });
  return {
    name: 'nginx',
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startStandIn(port: number, backends: number[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers, socket } = incoming;
    const forwarded = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
    const onward = request(
      {
        host: '127.0.0.1',
        port: backends[(turn += 1) % backends.length],
        method,
        path,
        headers: { ...headers, 'x-forwarded-for': forwarded },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    name: 'a stand-in for nginx',
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
