import { expect, it } from 'vitest';
import { contentWith } from '../support/app.ts';
import { startSiteInProcess } from '../support/http-app.ts';

/** Returns the text of the privacy page of a site with these settings. */
async function privacyText(env: Record<string, string>): Promise<string> {
  await using site = await startSiteInProcess(env);
  const html = await (await fetch(`${site.url}/privacy`)).text();
  return html
    .replace(/^[^]*<article/u, '<article')
    .replace(/<\/article>[^]*$/u, '')
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/[\s\u00a0]+/gu, ' ');
}

it('the privacy page without settings names no recipient, and states the defaults', async () => {
  const page = await privacyText({});
  expect(page).toContain('It is passed on to no other company.');
  expect(page).toContain('No mail server is connected to this site');
  expect(page).toContain('We keep what you sent for 730 days.');
  expect(page).toContain('within 7 days, your form lapses');
  expect(page).toContain('More than 10 a minute');
  expect(page).not.toMatch(/provider|[{}]/u);
});

it('the privacy page names the configured recipients and the retention', async () => {
  const page = await privacyText({
    KEAP_FORM_HOST: 'forms.provider.example',
    KEAP_API_TOKEN: 'a-token-that-is-no-secret',
    KEAP_API_URL: 'https://api.provider.example/crm',
    WEBHOOK_URL: 'https://hooks.example/founder-house?key=not-shown',
    WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
    SMTP_URL: 'smtps://user:password@mail.example:465',
    RETENTION_DAYS: '90',
    RATE_LIMIT_PER_MINUTE: '25',
  });
  expect(page).toContain('our marketing-automation provider (forms.provider.example and api.provider.example)');
  expect(page).toContain('a system of ours at hooks.example.');
  expect(page).toContain('a mail server that works on our behalf: mail.example.');
  expect(page).toContain('erased where it was passed on to as well');
  expect(page).toContain('for 90 days');
  expect(page).toContain('More than 25 a minute');
  expect(page).not.toMatch(/user|password|not-shown|a-token|730|No mail server/u);
});

it('the footer of the privacy page has the content that the site serves, not that of the first build', async () => {
  await using site = await startSiteInProcess({}, { content: contentWith({}, { footerYear: 2031 }) });
  expect(await (await fetch(`${site.url}/privacy`)).text()).toContain('© 2031 ');
});
