import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, constants } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../scripts/free-port.ts';
import { serveArguments } from '../../scripts/serve-arguments.ts';
import { readSettings } from '../../src/app/settings.ts';
import { root } from '../support/environment.ts';

/** The files of deploy/, each checked by the program that reads it. */
const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
/** On Debian, nginx is not in the PATH of an ordinary user. */
const nginx = ['nginx', '/usr/sbin/nginx'].find((command) => run(command, '-v').status === 0) ?? '';
const canStartNginx = nginx !== '' && run('openssl', 'version').status === 0;
const canVerifyUnit = run('systemd-analyze', '--version').status === 0;
if (!canStartNginx) console.warn('NOT TESTED: deploy/nginx.conf. There is no nginx or no openssl here (Debian: nginx-light, openssl).');
if (!canVerifyUnit) console.warn('NOT TESTED: deploy/founder-house.service. There is no systemd-analyze here (Debian: systemd).');

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-deploy-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a server in place of the site that records the headers of the last request. */
async function startUpstream() {
  let received: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    received = request.headers;
    response.end('the site');
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
async function configureNginx(folder: string, upstreamPort: number) {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=founderhouse.example', '-keyout', key, '-out', certificate);
  const [httpsPort, httpPort] = [await freePort(), await freePort()];
  const site = deployed('nginx.conf')
    .replaceAll('/etc/letsencrypt/live/founderhouse.example/fullchain.pem', certificate)
    .replaceAll('/etc/letsencrypt/live/founderhouse.example/privkey.pem', key)
    .replaceAll(/(listen (?:\[::\]:)?)443\b/gu, `$1${httpsPort}`)
    .replaceAll(/(listen (?:\[::\]:)?)80\b/gu, `$1${httpPort}`)
    .replaceAll('http://127.0.0.1:4321', `http://127.0.0.1:${upstreamPort}`);
  writeFileSync(join(folder, 'site.conf'), site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  const file = join(folder, 'main.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
    events {}
    http { access_log off; ${paths} include ${join(folder, 'site.conf')}; }\n`,
  );
  return { file, httpsPort, httpPort };
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

async function getOverHttp2(origin: string, headers: Record<string, string>) {
  const session = connect(origin, { rejectUnauthorized: false });
  try {
    const request = session.request({ ':path': '/', ':authority': 'founderhouse.example', ...headers });
    const [answered] = (await once(request, 'response')) as [Record<string, unknown>];
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
    return { status: answered[constants.HTTP2_HEADER_STATUS], body };
  } finally {
    session.close();
  }
}

describe('deploy/nginx.conf', () => {
  it.skipIf(!canStartNginx)(
    'attack: passes nginx -t, starts, and replaces a forged X-Forwarded-For by the address of the client, over HTTP/2',
    async () => {
      using temporary = temporaryFolder();
      using upstream = await startUpstream();
      const { file, httpsPort, httpPort } = await configureNginx(temporary.folder, upstream.port);
      const tested = run(nginx, '-t', '-c', file);
      expect(tested.stderr).toMatch(/test is successful/u);
      expect(tested.status).toBe(0);

      await using server = await startNginx(file, httpPort);
      const answered = await getOverHttp2(`https://127.0.0.1:${httpsPort}`, { 'x-forwarded-for': '203.0.113.9' });
      expect(answered).toEqual({ status: 200, body: 'the site' });
      expect(upstream.received()).toMatchObject({ host: 'founderhouse.example', 'x-forwarded-for': '127.0.0.1' });
      const redirected = await fetch(`${server.url}/retreat?a=b`, { redirect: 'manual' });
      expect([redirected.status, redirected.headers.get('location')]).toEqual([301, 'https://founderhouse.example/retreat?a=b']);
    },
  );
});

describe.each(['founder-house.service', 'founder-house-backup.service', 'founder-house-litestream.service'])('deploy/%s', (name) => {
  it.skipIf(!canVerifyUnit)('passes systemd-analyze verify without a warning', () => {
    using temporary = temporaryFolder();
    const file = join(temporary.folder, name);
    const verify = (unit: string) => {
      // systemd-analyze only checks that the program exists; on the server the repository is in another folder, and
      // Litestream is installed.
      const here = unit.replace('ExecStart=/srv/founder-house/', `ExecStart=${root}/`).replace('/usr/bin/litestream', process.execPath);
      writeFileSync(file, here);
      const { status, stderr } = run('systemd-analyze', 'verify', '--man=no', file);
      return { status, found: stderr.split('\n').filter((line) => line.includes(name)) };
    };
    expect(verify(deployed(name))).toEqual({ status: 0, found: [] });
    // A wrong directive is reported.
    expect(verify(`${deployed(name)}\n[Service]\nProtectEverything=yes\n`).found).toHaveLength(1);
  });
});

describe('deploy/founder-house.service', () => {
  it('starts the site with the command of npm start', () => {
    const [, command] =
      /^ExecStart=\/srv\/founder-house\/node_modules\/node\/bin\/node (.*)$/mu.exec(deployed('founder-house.service')) ?? [];
    expect(command?.split(' ')).toEqual(serveArguments(root));
  });
});

/** Returns the paths of a directive of the unit, which may be there several times. */
const pathsOf = (directive: string) =>
  [...deployed('founder-house.service').matchAll(new RegExp(`^${directive}=(.*)$`, 'gmu'))].flatMap(([, paths]) => paths!.split(' '));

describe('the folders that the site can write to under deploy/founder-house.service', () => {
  it('are the checkout, in which an organizer publishes, without the folders that hold code', () => {
    const [, checkout] = /^WorkingDirectory=(.*)$/mu.exec(deployed('founder-house.service')) ?? [];
    expect(pathsOf('ReadWritePaths')).toContain(checkout);
    const readOnly = pathsOf('ReadOnlyPaths');
    expect(readOnly).toEqual(expect.arrayContaining(['src', 'bin', 'scripts', 'node_modules'].map((name) => `${checkout}/${name}`)));
    // A path that does not exist stops the unit, unless it begins with a hyphen.
    const missing = readOnly.filter((path) => !path.startsWith('-') && !existsSync(path.replace(checkout!, root)));
    expect(missing).toEqual([]);
  });
});

describe('deploy/Containerfile', () => {
  it('starts the site with the command of npm start', () => {
    const [, command] = /^CMD (\[.*\])$/mu.exec(deployed('Containerfile')) ?? [];
    const [program, ...args] = JSON.parse(command ?? '[]') as string[];
    expect(program).toBe('node_modules/node/bin/node');
    expect(args).toEqual(serveArguments(root));
  });
});

/**
 * Starts a container whose image was built with one page, and whose volume holds these files of content/; returns the page that it serves.
 */
function startContainer(folder: string, volume: Record<string, string>): string {
  const write = (name: string, text: string, mode?: number) => {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode });
  };
  write('deploy/container-start.sh', deployed('container-start.sh'), 0o755);
  write('image/content/site.yaml', 'name: Founder House');
  write('image/content/emails/welcome.yaml', 'subject: Welcome');
  write('image/dist/page.html', 'of the image');
  write('node_modules/node/bin/node', '#!/bin/sh\nmkdir dist && echo "built by $*" > dist/page.html\n', 0o755);
  mkdirSync(join(folder, 'content/emails'), { recursive: true });
  for (const [name, text] of Object.entries(volume)) write(`content/${name}`, text);
  return run(join(folder, 'deploy/container-start.sh'), 'cat', 'dist/page.html').stdout.trim();
}

describe('deploy/container-start.sh', () => {
  it('serves the build of the image while content/ is that of the image', () => {
    using temporary = temporaryFolder();
    expect(startContainer(temporary.folder, { 'site.yaml': 'name: Founder House' })).toBe('of the image');
    // What the volume of an older version lacks is there now.
    expect(readFileSync(join(temporary.folder, 'content/emails/welcome.yaml'), 'utf8')).toBe('subject: Welcome');
  });

  it('builds the pages from the content that an organizer published, once for each container', () => {
    using temporary = temporaryFolder();
    expect(startContainer(temporary.folder, { 'site.yaml': 'name: Ours' })).toBe('built by scripts/prepare.mjs pages');
    writeFileSync(join(temporary.folder, 'dist/page.html'), 'published since');
    expect(startContainer(temporary.folder, {})).toBe('published since');
    expect(readFileSync(join(temporary.folder, 'content/site.yaml'), 'utf8')).toBe('name: Ours');
  });
});

describe('deploy/compose.yaml', () => {
  const { services, volumes } = parse(deployed('compose.yaml')) as {
    services: Record<string, { environment?: Record<string, string>; volumes?: string[]; image: string }>;
    volumes: Record<string, null>;
  };

  it('declares every volume that a service mounts, and reads only files that exist', () => {
    const mounts = Object.values(services).flatMap((service) => (service.volumes ?? []).map((mount) => mount.split(':')[0] as string));
    const [files, named] = [mounts.filter((mount) => mount.startsWith('./')), mounts.filter((mount) => !mount.startsWith('./'))];
    expect(files.map((file) => deployed(file.slice(2)).length > 0)).toEqual([true, true]);
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
  });

  it('has the site and the desk at the ports and origins that Caddy passes on', () => {
    const settings = readSettings(
      Object.fromEntries(
        Object.entries(services['site']?.environment ?? {}).map(([name, value]) => [
          name,
          value.replaceAll(/\$\{DOMAIN[^}]*\}/gu, 'founderhouse.example'),
        ]),
      ),
    );
    expect(settings).toMatchObject({ siteUrl: 'https://founderhouse.example', desk: { origin: 'https://desk.founderhouse.example' } });
    const upstreams = [...deployed('Caddyfile').matchAll(/^(\S+) \{\n\treverse_proxy site:(\d+)$/gmu)].map(([, host, port]) => [
      host,
      Number(port),
    ]);
    expect(upstreams).toEqual([
      ['{$DOMAIN}', settings.port],
      ['desk.{$DOMAIN}', settings.desk?.port],
    ]);
  });
});
