import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { stopOnExit } from './processes.ts';
import { frontPageFile } from './addresses.ts';

/** Headers that nginx writes itself, or that belong to one connection. */
const headersOfNginx = /^(?:content-(?:type|length|encoding)|etag|date|connection|keep-alive|transfer-encoding)$/u;

/**
 * Serves the front page with one nginx worker: the file that the build compressed with Brotli, with the headers that the site sends, and a
 * line in a buffered log for each request, as the site writes it. It needs no module of nginx, because it looks at no Accept-Encoding.
 */
export async function startNginx(program: string, files: string, headers: Headers) {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-nginx-'));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configuration(files, headers, folder, port));
  const child = stopOnExit(
    spawn(program, ['-c', config, '-p', folder, '-e', join(folder, 'error.log')], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const ended = once(child, 'exit').then(() => {
    throw new Error('nginx did not start');
  });
  const ready = async () => {
    while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) await pause(20);
  };
  await Promise.race([ready(), ended]);
  ended.catch(() => undefined);
  const stop = async () => {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid as number, [Symbol.asyncDispose]: stop };
}

function configuration(files: string, headers: Headers, folder: string, port: number): string {
  const same = [...headers]
    .filter(([name]) => !headersOfNginx.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.join(' ')}
      access_log ${folder}/access.log combined buffer=16k flush=1s;
      server_tokens off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 10000000;
      open_file_cache max=100;
      server {
        listen 127.0.0.1:${port};
        root ${files};
        location = / {
          try_files /${frontPageFile}.br =404;
          types {}
          default_type "text/html; charset=utf-8";
          add_header content-encoding br;
          ${same.join('\n          ')}
        }
      }
    }`;
}
