import type { Records } from './provider-records.ts';

const escaped = (text: unknown) => String(text ?? '').replaceAll(/[&<>"]/gu, (sign) => `&#${sign.codePointAt(0)};`);

/** The page of the development provider: what it has received, and switches for its failures. */
export function page({ contacts, posts }: Records, faults: readonly string[], now: string | undefined): string {
  const rows = contacts
    .toReversed()
    .map(
      ({ given_name, family_name, email_addresses, company, custom_fields, tag_ids }) =>
        `<tr><td>${escaped(given_name)} ${escaped(family_name)}<td>${email_addresses.map(({ email }) => escaped(email)).join('<br>')}<td>${escaped(company?.company_name)}<td>${(custom_fields ?? []).map(({ content }) => escaped(content)).join('<br>')}<td>${escaped(tag_ids.join(', '))}`,
    );
  const sent = posts
    .toReversed()
    .map(
      ({ fields }) =>
        `<details><summary>${escaped(new Map(fields).get('inf_form_name'))}</summary><pre>${escaped(fields.map((field) => field.join(' = ')).join('\n'))}</pre></details>`,
    );
  const switches = ['none', ...faults].map(
    (fault) => `<button name="fault" value="${fault}"${(now ?? 'none') === fault ? ' disabled' : ''}>${fault}</button>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development provider</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem}td,th{text-align:start;padding:.25rem 1rem .25rem 0;vertical-align:top}</style>
<h1>What the development provider has received</h1>
<h2>${contacts.length} contacts</h2><table><tr><th>Name<th>Email<th>Brand<th>Custom fields<th>Tags${rows.join('')}</table>
<h2>${posts.length} posts of hosted forms</h2>${sent.join('')}
<h2>Failures</h2><form method="post" action="/fault">${switches.join(' ')}</form>`;
}
