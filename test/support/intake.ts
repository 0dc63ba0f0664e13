import { readSettings } from '../../src/app/settings.ts';
import type { Content } from '../../src/content/content.ts';
import { paths } from '../../src/paths.ts';
import { startHttpApp } from './http-app.ts';
import { startMailServer } from './mail-server.ts';
import { cheapProofs, makeProof, unlimited } from './proof.ts';

/** The site in this process with a mail server: what an attacker sends over HTTP, and what arrives in inboxes. The clock is the test's. */
export async function startIntake(clock: { now: Date }, env: Record<string, string> = {}, content?: Content, folder?: string) {
  const mailServer = await startMailServer();
  const settings = { ...unlimited, ...cheapProofs, SMTP_URL: mailServer.url, ...env };
  const site = await startHttpApp(clock, settings, content, folder);
  const { siteUrl } = readSettings(settings);
  const send = (path: string, values: Record<string, string> = {}) =>
    site.app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(values).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: siteUrl },
    });
  return {
    ...site,
    send,
    /** Posts a form without script. Returns where the visitor is sent. */
    post: async (formId: string, values: Record<string, string>) => (await send(paths.process(formId), values)).headers.location,
    /** Posts a form with a proof of its own, for a challenge of this moment or of `issuedAt`. */
    postWithProof: async (formId: string, values: Record<string, string>, issuedAt = clock.now) =>
      (await send(paths.process(formId), { ...values, altcha: await makeProof({ issuedAt }) })).headers.location,
    submissions: () => Array.fromAsync(site.services.store.submissions.list()),
    /** Delivers what is due. Returns all emails so far, each with its first recipient. */
    async mails() {
      await site.services.deliveryWorkers.drain();
      return mailServer.received;
    },
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await mailServer[Symbol.asyncDispose]();
    },
  };
}
