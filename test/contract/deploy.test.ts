import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serveArguments } from '../support/serve-arguments.ts';
import { freePort } from '../support/free-port.ts';
import { readSettings } from '../../src/app/settings.ts';
import { startChild } from '../support/child.ts';
import { temporaryFolder } from '../support/databases.ts';
import { root } from '../support/environment.ts';
import { startSiteInProcess } from '../support/http-app.ts';

/** The files of deploy/, each checked by the program that reads it. */
const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
const canVerifyUnit = run('systemd-analyze', '--version').status === 0;
const hasCaddy = run('caddy', 'version').status === 0;
if (!hasCaddy) console.warn('NOT TESTED: the log of deploy/Caddyfile. There is no Caddy here (Debian: caddy).');
if (!canVerifyUnit) console.warn('NOT TESTED: deploy/founder-house.service. There is no systemd-analyze here (Debian: systemd).');

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
  /** The instructions of the file, each with its arguments. A line that ends in a backslash goes on. */
  const instructions = [
    ...deployed('Containerfile')
      .replaceAll('\\\n', ' ')
      .matchAll(/^([A-Z]+) (.*)$/gmu),
  ].map(([, name, text]) => ({
    name: name as string,
    text: text as string,
  }));
  const textsOf = (instruction: string) => instructions.filter(({ name }) => name === instruction).map(({ text }) => text);

  it('starts the site with the command of npm start', () => {
    const commands = textsOf('CMD').map((text) => JSON.parse(text) as string[]);
    expect(commands).toEqual([['node_modules/node/bin/node', ...serveArguments(root)]]);
  });

  it('checks the health of the site with one command, as the builder requires', async () => {
    const [check = '', ...others] = textsOf('HEALTHCHECK');
    expect(others).toEqual([]);
    const [, command] = /^(?:--[a-z-]+=\w+ )*CMD (\[.*\])$/u.exec(check) ?? [];
    const [program, ...args] = JSON.parse(command ?? '[]') as string[];
    expect(program).toBe('node_modules/node/bin/node');
    const statusOfCheck = (url: string) => {
      const here = args.map((argument) => argument.replace('http://127.0.0.1:4321', url));
      return new Promise<number | null>((resolve) => spawn(process.execPath, here).once('exit', resolve));
    };
    let url: string;
    {
      await using site = await startSiteInProcess();
      ({ url } = site);
      expect(await statusOfCheck(url)).toBe(0);
    }
    expect(await statusOfCheck(url)).toBe(1);
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
  for (const name of ['hero', 'menu']) write(`image/content/retreats/spring/${name}.yaml`, `${name} of the image`);
  write('image/dist/page.html', 'of the image');
  write('node_modules/node/bin/node', '#!/bin/sh\nmkdir dist && echo "built by $*" > dist/page.html\n', 0o755);
  mkdirSync(join(folder, 'content/emails'), { recursive: true });
  for (const [name, text] of Object.entries(volume)) write(`content/${name}`, text);
  return run(join(folder, 'deploy/container-start.sh'), 'cat', 'dist/page.html').stdout.trim();
}

describe('deploy/container-start.sh', () => {
  it('serves the build of the image while content/ is that of the image', () => {
    using temporary = temporaryFolder();
    const volume = { 'site.yaml': 'name: Founder House', 'retreats/spring/hero.yaml': 'hero of the image' };
    expect(startContainer(temporary.folder, volume)).toBe('of the image');
    // What the volume of an older version lacks is there now.
    expect(readFileSync(join(temporary.folder, 'content/emails/welcome.yaml'), 'utf8')).toBe('subject: Welcome');
    expect(readFileSync(join(temporary.folder, 'content/retreats/spring/menu.yaml'), 'utf8')).toBe('menu of the image');
  });

  it('builds the pages from the content that an organizer published, once for each container', () => {
    using temporary = temporaryFolder();
    expect(startContainer(temporary.folder, { 'site.yaml': 'name: Ours' })).toBe('built by scripts/prepare.mjs pages start');
    expect(existsSync(join(temporary.folder, 'content/retreats'))).toBe(false);
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

describe('deploy/Caddyfile', () => {
  it.skipIf(!hasCaddy)('makes Caddy log no address of a request that fails', async () => {
    using temporary = temporaryFolder();
    const { folder } = temporary;
    const [port, deskPort, closedPort] = [await freePort(), await freePort(), await freePort()];
    const file = join(folder, 'Caddyfile');
    const here = deployed('Caddyfile')
      .replace(/^\{$/mu, '{\n\tadmin off\n\tauto_https off')
      .replace(/^desk\.\{\$DOMAIN\}/mu, `http://127.0.0.1:${deskPort}`)
      .replace(/^\{\$DOMAIN\}/mu, `http://127.0.0.1:${port}`)
      .replaceAll(/site:432[12]/gu, `127.0.0.1:${closedPort}`);
    writeFileSync(file, here);
    const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const caddy = await startChild('caddy', ['run', '--adapter', 'caddyfile', '--config', file], /serving initial configuration/u, { env });
    const referer = `http://127.0.0.1:${port}/invitation/the-secret-part`;
    expect((await fetch(`http://127.0.0.1:${port}/status/the-secret-part`, { headers: { referer } })).status).toBe(502);
    await caddy.end();
    expect(caddy.printed()).toContain('connection refused');
    expect(caddy.printed()).not.toContain('the-secret-part');
  });
});
