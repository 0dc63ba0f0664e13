import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { honeypot } from '../forms/hidden-fields.ts';
import { paths } from '../paths.ts';
import { eraseExpired } from '../people/erase-expired.ts';
import { hoursBefore } from '../../test/support/app.ts';
import { answers, content, waitlist, workshop } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';

type Intake = Awaited<ReturnType<typeof startIntake>>;

const email = 'ottoline@example.com';
const own = answers({ inf_field_Email: email, inf_field_Company: 'Vane & Daughters' });
const forged = answers({ inf_field_Email: email, inf_field_Company: 'Forged Ltd' });

/** The paths of the confirmation links that the address was emailed, in order. */
async function linksTo(site: Intake): Promise<string[]> {
  const mails = (await site.mails()).filter(({ to }) => to[0] === email);
  return mails.flatMap(({ mail }) => /\/confirm\/[\w-]+/u.exec(mail.text ?? '')?.[0] ?? []);
}

const acceptedBrands = async (site: Intake) =>
  (await site.submissions()).filter(({ state }) => state === 'accepted').map(({ person }) => person.brand);

describe('attack: held submissions with another person’s address', () => {
  it('answers that another sender posts after the email are not accepted by the link in the mail', async () => {
    await using site = await startIntake({ now: new Date() });
    await site.post(workshop.id, own);
    await site.post(workshop.id, forged);
    const [link = ''] = await linksTo(site);
    expect((await site.send(link)).statusCode).toBe(200);
    expect(await acceptedBrands(site)).toEqual(['Vane & Daughters']);
  });

  it('answers that another sender posted before the email are listed separately, and only the chosen ones are confirmed', async () => {
    await using site = await startIntake({ now: new Date() });
    await site.post(workshop.id, forged);
    await site.post(workshop.id, own);
    const [link = ''] = await linksTo(site);
    const { body } = await site.app.inject(link);
    for (const brand of ['Forged Ltd', 'Vane &amp; Daughters']) expect(body).toContain(brand);
    const [, version = ''] = /Vane &amp; Daughters[^]*?value="([\da-f-]{36})"/u.exec(body) ?? [];
    expect((await site.send(link, { version })).statusCode).toBe(200);
    expect(await acceptedBrands(site)).toEqual(['Vane & Daughters']);
  });

  it('answers of other senders do not hide those behind the link, nor those of an earlier post if they are the same or fewer than 99', async () => {
    await using site = await startIntake({ now: new Date() });
    const send = (brand: string) => site.post(workshop.id, { ...own, inf_field_Company: brand });
    await send('Behind the link');
    await send('Vane and Daughters');
    for (let sent = 0; sent < 30; sent += 1) await send('Forged Ltd');
    for (let sent = 0; sent < 97; sent += 1) await send(`Forged ${sent}`);
    const [link = ''] = await linksTo(site);
    const page = async () => {
      const { body } = await site.app.inject(link);
      const brands = Array.from(body.matchAll(/<bdi>(Behind the link|Vane and Daughters|Forged \w+)<\/bdi>/gu), ([, brand]) => brand);
      return [brands[0], brands.includes('Vane and Daughters'), brands.length, body.includes('more answers than we can list')];
    };
    expect(await page()).toEqual(['Behind the link', true, 100, false]);
    await send('Forged again');
    expect(await page()).toEqual(['Behind the link', false, 100, true]);
  });

  it('only the newest 500 are read to list them, and then the page says that there can be more', async () => {
    await using site = await startIntake({ now: new Date() });
    await site.post(workshop.id, own);
    const [link = ''] = await linksTo(site);
    using database = new DatabaseSync(`${site.dataDir}/founder-house.db`);
    const same = 'form_id, form_kind, form_name, email_key, state, utm, consents, search, received_at, retreat';
    const post = database.prepare(
      `INSERT INTO submissions (id, fields, superseded_by, ${same}) SELECT ?, replace(fields, 'Vane', 'Forged'), id, ${same} FROM submissions LIMIT 1`,
    );
    const says = [];
    for (const [from, until] of [
      [1, 499],
      [499, 500],
    ] as const) {
      for (let sent = from; sent < until; sent += 1) post.run(String(sent));
      says.push((await site.app.inject(link)).body.includes('more answers than we can list'));
    }
    expect(says).toEqual([false, true]);
  });

  it('the page after a post is the same, and true, whether the post caused an email or one of that day has the link', async () => {
    await using site = await startIntake({ now: new Date() });
    const pages = [];
    for (const brand of ['Vane & Daughters', 'Vane and Daughters']) {
      const { statusCode, body } = await site.app.inject((await site.post(workshop.id, { ...own, inf_field_Company: brand })) ?? '');
      pages.push([statusCode, body]);
    }
    expect(await linksTo(site)).toHaveLength(1);
    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]).toEqual([200, expect.stringMatching(/look for an email[^]*at most one such email a day/u)]);
    expect(pages[0]?.[1]).not.toMatch(/we’ve sent/iu);
  });

  it('a link confirms one form: answers of another sender to the other form stay held', async () => {
    await using site = await startIntake({ now: new Date() });
    await site.post(workshop.id, own);
    await site.post(waitlist.id, forged);
    const [link = ''] = await linksTo(site);
    await site.send(link);
    expect(await acceptedBrands(site)).toEqual(['Vane & Daughters']);
    const held = (await site.submissions()).filter(({ state }) => state === 'held');
    expect(held.map(({ formId }) => formId)).toEqual([waitlist.id]);
  });

  it('an address that is only held or quarantined gets one confirmation email for a form and no other, lost links included', async () => {
    const clock = { now: new Date() };
    await using site = await startIntake(clock);
    for (let sent = 0; sent < 5; sent += 1) await site.post(waitlist.id, own);
    for (let sent = 0; sent < 5; sent += 1) await site.post(waitlist.id, { ...own, [honeypot]: 'https://example.com' });
    await site.send(paths.lostLink, { inf_field_Email: email });
    clock.now = new Date(clock.now.getTime() + 23 * 60 * 60_000);
    await site.post(waitlist.id, own);
    await site.send(paths.lostLink, { inf_field_Email: email });
    // Pending lookups are completed before the process ends.
    await site.app.close();
    expect((await site.mails()).map(({ to }) => to)).toEqual([[email]]);
  });
});

it('a confirmation link that is opened again leads to the version that was chosen, even after the other one has lapsed', async () => {
  const clock = { now: hoursBefore(400) };
  await using site = await startIntake(clock);
  await site.post(workshop.id, answers({ inf_field_Email: email, inf_field_Company: 'Typo' }));
  await site.post(workshop.id, own);
  const [link = ''] = await linksTo(site);
  const [, version = ''] = /Vane &amp; Daughters[^]*?value="([\da-f-]{36})"/u.exec((await site.app.inject(link)).body) ?? [];
  await site.send(link, { version });
  for (const hours of [399, 200]) {
    clock.now = hoursBefore(hours);
    await eraseExpired(site.services.store, { dataDir: site.dataDir, retentionDays: 30, alumnaeRetentionDays: 0 }, content, clock.now);
    const { statusCode, body } = await site.app.inject(link);
    expect(statusCode).toBe(200);
    const [, join = ''] = /href="([^"]+)">Your link to the video call/u.exec(body) ?? [];
    expect((await site.app.inject(join)).statusCode).toBe(200);
  }
  expect((await site.submissions()).map(({ id, state }) => [id, state])).toEqual([[version, 'accepted']]);
});

it('the page of a confirmed registration leads to the video call first, and to the waitlist last', async () => {
  await using site = await startIntake({ now: hoursBefore(400) });
  await site.post(workshop.id, own);
  const [link = ''] = await linksTo(site);
  const { body } = await site.send(link, {});
  const order = ['Your link to the video call', 'Add it to your calendar', 'Join the Founder House Waitlist'].map((text) =>
    body.indexOf(text),
  );
  expect(order[0]).toBeGreaterThan(0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

it('a confirmation link of the waitlist form leads to the words of its thank-you page', async () => {
  await using site = await startIntake({ now: new Date() });
  await site.post(waitlist.id, own);
  const [link = ''] = await linksTo(site);
  const { statusCode, body } = await site.send(link);
  expect([statusCode, body]).toEqual([200, expect.stringContaining(content.retreats[0]!.facts.waitlist.received.text[0]!)]);
  expect(await acceptedBrands(site)).toEqual(['Vane & Daughters']);
});

it('an unknown confirmation link returns 404, and a press of the button from another origin 403', async () => {
  await using site = await startIntake({ now: new Date() });
  for (const token of ['nobody', 'x'.repeat(43)])
    for (const method of ['GET', 'POST'] as const)
      expect((await site.app.inject({ method, url: paths.confirm(token) })).statusCode).toBe(404);
  await site.post(workshop.id, own);
  const [link = ''] = await linksTo(site);
  const { statusCode } = await site.app.inject({ method: 'POST', url: link, headers: { origin: 'https://elsewhere.example' } });
  expect(statusCode).toBe(403);
  expect((await site.submissions()).map(({ state }) => state)).toEqual(['held']);
});
