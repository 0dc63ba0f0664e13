import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, constants } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/databases.ts';
import { root } from '../support/environment.ts';

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
/** On Debian, nginx is not in the PATH of an ordinary user. */
const nginx = ['nginx', '/usr/sbin/nginx'].find((command) => run(command, '-v').status === 0) ?? '';
const canStartNginx = nginx !== '' && run('openssl', 'version').status === 0;
if (!canStartNginx) console.warn('NOT TESTED: deploy/nginx*.conf. There is no nginx or no openssl here (Debian: nginx-light, openssl).');

/** Starts a server in place of the site that records the headers of the last request. */
async function startUpstream() {
  let received: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    received = request.headers;
    request.resume().once('end', () => response.end('the site'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Writes the configuration with a certificate, ports and an upstream of this machine, and a main file that includes it as
 * Debian's nginx.conf does.
 */
async function configureNginx(folder: string, configuration: string, upstreamPort: number) {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=founderhouse.example', '-keyout', key, '-out', certificate);
  const [httpsPort, httpPort] = [await freePort(), await freePort()];
  const site = readFileSync(join(root, 'deploy', configuration), 'utf8')
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/gu, certificate)
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/gu, key)
    .replaceAll(/(listen (?:\[::\]:)?)443\b/gu, `$1${httpsPort}`)
    .replaceAll(/(listen (?:\[::\]:)?)80\b/gu, `$1${httpPort}`)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll(/http:\/\/127\.0\.0\.1:432[12]/gu, `http://127.0.0.1:${upstreamPort}`);
  writeFileSync(join(folder, 'site.conf'), site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  const [file, accessLog, errorLog] = [join(folder, 'main.conf'), join(folder, 'access.log'), join(folder, 'error.log')];
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
    events {}
    http { access_log ${accessLog}; error_log ${errorLog}; ${paths} include ${join(folder, 'site.conf')}; }\n`,
  );
  return { file, accessLog, errorLog, httpsPort, httpPort };
}

async function startNginx(file: string, port: number) {
  const child = spawn(nginx, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + 20_000; ; await pause(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx does not start: ${printed}`);
    if (await fetch(url, { redirect: 'manual' }).catch(() => undefined)) break;
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function requestOverHttp2(origin: string, headers: Record<string, string>, sent?: Buffer) {
  const session = connect(origin, { rejectUnauthorized: false });
  try {
    const request = session.request({ ':path': '/', ':method': sent ? 'POST' : 'GET', ...headers }, { endStream: !sent });
    if (sent) request.end(sent);
    const [answered] = (await once(request, 'response')) as [Record<string, unknown>];
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
    return { status: answered[constants.HTTP2_HEADER_STATUS], body };
  } finally {
    session.close();
  }
}

describe.each([
  { name: 'nginx.conf', host: 'founderhouse.example', largestBytes: 64 * 1024 },
  { name: 'nginx-desk.conf', host: 'desk.founderhouse.example', largestBytes: 25_000_000 },
])('deploy/$name', ({ name, host, largestBytes }) => {
  it.skipIf(!canStartNginx)(
    'attack: passes nginx -t, starts, passes on the largest post, and replaces a forged X-Forwarded-For by the address of the client, over HTTP/2, and logs no request',
    async () => {
      using temporary = temporaryFolder();
      using upstream = await startUpstream();
      const { file, accessLog, httpsPort, httpPort } = await configureNginx(temporary.folder, name, upstream.port);
      const tested = run(nginx, '-t', '-c', file);
      expect(tested.stderr).toMatch(/test is successful/u);
      expect(tested.status).toBe(0);

      await using server = await startNginx(file, httpPort);
      const forged = { ':authority': host, 'x-forwarded-for': '203.0.113.9' };
      const largest = Buffer.alloc(largestBytes);
      const passedOn = { status: 200, body: 'the site' };
      expect(await requestOverHttp2(`https://127.0.0.1:${httpsPort}`, forged)).toEqual(passedOn);
      expect(upstream.received()).toMatchObject({ host, 'x-forwarded-for': '127.0.0.1' });
      expect(await requestOverHttp2(`https://127.0.0.1:${httpsPort}`, forged, largest)).toEqual(passedOn);
      const redirected = await fetch(`${server.url}/retreat?a=b`, { redirect: 'manual' });
      expect([redirected.status, redirected.headers.get('location')]).toEqual([301, `https://${host}/retreat?a=b`]);
      expect(readFileSync(accessLog, 'utf8')).toBe('');
    },
  );

  it.skipIf(!canStartNginx)('logs no address of a request that fails', async () => {
    using temporary = temporaryFolder();
    const { file, errorLog, httpsPort, httpPort } = await configureNginx(temporary.folder, name, await freePort());
    await using server = await startNginx(file, httpPort);
    expect((await fetch(`${server.url}/status/the-secret-part`, { redirect: 'manual' })).status).toBe(301);
    const link = { ':authority': host, ':path': '/status/the-secret-part' };
    const statusOf = async (sent?: Buffer) => (await requestOverHttp2(`https://127.0.0.1:${httpsPort}`, link, sent)).status;
    expect(await statusOf()).toBe(502);
    // nginx logs that a body cannot be stored on a higher level than other failures.
    rmSync(join(temporary.folder, 'client_body'), { recursive: true });
    expect(await statusOf(Buffer.alloc(64 * 1024))).toBe(500);
    expect(readFileSync(errorLog, 'utf8')).toBe('');
  });
});
