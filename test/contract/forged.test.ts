import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { answers, post, workshop } from '../support/forms.ts';
import { exchange, rawConnection, statuses } from '../support/raw-http.ts';
import { startSite } from '../support/site.ts';

/** What a client says about where it is and where it comes from. */
describe('a forged host', () => {
  it('is followed nowhere: no redirect, no canonical address, no link', async () => {
    await using site = await startSite();
    const lie = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nConnection: close';
    const asked = ['/', paths.speakerSeries, '/speaker-series/', '/sitemap.xml', '/robots.txt', '/nowhere', paths.form(workshop.id)];
    for (const path of asked) expect(await exchange(site, `GET ${path} HTTP/1.1\r\n${lie}\r\n\r\n`)).not.toContain('evil.example');
    for (const body of ['', new URLSearchParams(answers()).toString()]) {
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const answer = await exchange(
        site,
        `POST ${paths.process(workshop.id)} HTTP/1.1\r\n${lie}\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(statuses(answer)).toEqual([body ? 303 : 422]);
      expect(answer).not.toContain('evil.example');
    }
  });
});

describe('a forged X-Forwarded-For', () => {
  const env = { RATE_LIMIT_PER_MINUTE: '3', MIN_FILL_SECONDS: '0' };

  it('changes nothing where no proxy is trusted', async () => {
    await using site = await startSite({ env });
    const sent = [];
    for (let client = 1; client <= 4; client += 1)
      sent.push(
        (await post(site, workshop.id, answers(), { 'x-forwarded-for': `203.0.113.${client}`, 'x-real-ip': `203.0.113.${client}` })).status,
      );
    expect(sent).toEqual([303, 303, 303, 429]);
  });

  it('changes nothing in the part that the trusted proxy did not write', async () => {
    await using site = await startSite({ env: { ...env, TRUST_PROXY: 'loopback' } });
    const from = async (way: string) => (await post(site, workshop.id, answers(), { 'x-forwarded-for': way })).status;
    const sent = [];
    for (let client = 1; client <= 4; client += 1) sent.push(await from(`198.51.100.${client}, 127.0.0.1, 203.0.113.7`));
    expect(sent).toEqual([303, 303, 303, 429]);
    expect(await from('203.0.113.7, 203.0.113.8')).toBe(303);
    expect(await from('203.0.113.7, 127.0.0.1')).toBe(429);
  });

  it('counts the neighbours of an IPv6 address as one, and those in the next street as others', async () => {
    await using site = await startSite({ env: { ...env, TRUST_PROXY: 'loopback' } });
    const from = async (client: string) => (await post(site, workshop.id, answers(), { 'x-forwarded-for': client })).status;
    const sent = [];
    for (const client of ['2001:db8:0:100::1', '2001:db8:0:1ff::2', '2001:DB8:0:123:4:5:6:7', '2001:db8:0:100::9'])
      sent.push(await from(client));
    expect(sent).toEqual([303, 303, 303, 429]);
    expect(await from('2001:db8:0:200::1')).toBe(303);
    expect(await from('::ffff:203.0.113.9')).toBe(303);
  });
});

it('answers 408 to a head and to a body that do not come to their end within ten seconds, and hangs up on who goes on', async () => {
  await using site = await startSite({ env: { RATE_LIMIT_PER_MINUTE: '1000' } });
  const whole = `POST ${paths.process(workshop.id)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n`;
  const slowly = async (text: string) => {
    const socket = await rawConnection(site, { allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
    socket.write(text);
    // A byte now and then, so that the line is never quiet.
    const drops = setInterval(() => socket.write('x'), 500);
    const since = performance.now();
    await once(socket, 'end');
    const seconds = Math.floor((performance.now() - since) / 1000);
    // This end stays open and sends on, until nobody is there who takes it.
    await new Promise((closed) => socket.once('close', closed));
    clearInterval(drops);
    return { status: statuses(answer), page: answer.includes('The line went quiet'), seconds };
  };
  const ended = await Promise.all([slowly(whole), slowly(`${whole.slice(0, -4)}\r\nX: `)]);
  expect(ended).toEqual(
    [408, 408].map((status) => ({ status: [status], page: true, seconds: expect.toSatisfy((taken: number) => taken >= 10) as number })),
  );
  expect((await site.organizer('submissions', 'list', '--json')).stdout.trim()).toBe('[]');
});
