import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { answers, post, workshop } from '../support/forms.ts';
import { exchange, rawConnection, statuses } from '../support/raw-http.ts';
import { startSiteInProcess } from '../support/http-app.ts';

/** Headers in which a client states the host that it requested and the address that it comes from. */
describe('a forged host', () => {
  it('appears in no redirect, canonical address or link', async () => {
    await using site = await startSiteInProcess();
    const forgedHeaders = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nConnection: close';
    const asked = ['/', paths.speakerSeries, '/speaker-series/', '/sitemap.xml', '/robots.txt', '/nowhere', paths.form(workshop.id)];
    for (const path of asked)
      expect(await exchange(site, `GET ${path} HTTP/1.1\r\n${forgedHeaders}\r\n\r\n`)).not.toContain('evil.example');
    for (const body of ['', new URLSearchParams(answers()).toString()]) {
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const response = await exchange(
        site,
        `POST ${paths.process(workshop.id)} HTTP/1.1\r\n${forgedHeaders}\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(statuses(response)).toEqual([body ? 303 : 422]);
      expect(response).not.toContain('evil.example');
    }
  });
});

describe('a forged X-Forwarded-For', () => {
  const env = { RATE_LIMIT_PER_MINUTE: '3', MIN_FILL_SECONDS: '0' };

  it('does not change the rate limit if no proxy is trusted', async () => {
    await using site = await startSiteInProcess(env);
    const sent = [];
    for (let client = 1; client <= 4; client += 1)
      sent.push(
        (await post(site, workshop.id, answers(), { 'x-forwarded-for': `203.0.113.${client}`, 'x-real-ip': `203.0.113.${client}` })).status,
      );
    expect(sent).toEqual([303, 303, 303, 429]);
  });

  it('does not change the rate limit in the part that the trusted proxy did not write', async () => {
    await using site = await startSiteInProcess({ ...env, TRUST_PROXY: 'loopback' });
    const from = async (forwardedFor: string) => (await post(site, workshop.id, answers(), { 'x-forwarded-for': forwardedFor })).status;
    const sent = [];
    for (let client = 1; client <= 4; client += 1) sent.push(await from(`198.51.100.${client}, 127.0.0.1, 203.0.113.7`));
    expect(sent).toEqual([303, 303, 303, 429]);
    expect(await from('203.0.113.7, 203.0.113.8')).toBe(303);
    expect(await from('203.0.113.7, 127.0.0.1')).toBe(429);
  });

  it('counts the addresses of one IPv6 /56 network together, and those of the next network separately', async () => {
    await using site = await startSiteInProcess({ ...env, TRUST_PROXY: 'loopback' });
    const from = async (client: string) => (await post(site, workshop.id, answers(), { 'x-forwarded-for': client })).status;
    const sent = [];
    for (const client of ['2001:db8:0:100::1', '2001:db8:0:1ff::2', '2001:DB8:0:123:4:5:6:7', '2001:db8:0:100::9'])
      sent.push(await from(client));
    expect(sent).toEqual([303, 303, 303, 429]);
    expect(await from('2001:db8:0:200::1')).toBe(303);
    expect(await from('::ffff:203.0.113.9')).toBe(303);
  });
});

it('headers or a body that are not complete within ten seconds get 408 and a closed connection', async () => {
  await using site = await startSiteInProcess({ RATE_LIMIT_PER_MINUTE: '1000' });
  const requestHeaders = `POST ${paths.process(workshop.id)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n`;
  const sendSlowly = async (text: string) => {
    const socket = await rawConnection(site, { allowHalfOpen: true });
    let response = '';
    socket.setEncoding('latin1').on('data', (part: string) => (response += part));
    socket.write(text);
    // A byte now and then, so that the connection is never idle.
    const trickle = setInterval(() => socket.write('x'), 500);
    const since = performance.now();
    await once(socket, 'end');
    const seconds = Math.floor((performance.now() - since) / 1000);
    // This end stays open and keeps sending until the server has closed the connection.
    await new Promise((closed) => socket.once('close', closed));
    clearInterval(trickle);
    return { status: statuses(response), page: response.includes('That took too long'), seconds };
  };
  const ended = await Promise.all([sendSlowly(requestHeaders), sendSlowly(`${requestHeaders.slice(0, -4)}\r\nX: `)]);
  expect(ended).toEqual(
    [408, 408].map((status) => ({ status: [status], page: true, seconds: expect.toSatisfy((taken: number) => taken >= 10) as number })),
  );
  expect((await site.organizer('submissions', 'list', '--json')).stdout.trim()).toBe('[]');
});
