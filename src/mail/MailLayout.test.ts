import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mailNames, sample } from '../../scripts/email-samples.ts';
import { mailPlaceholders } from '../content/schemas/emails.ts';
import { renderMail } from './render.tsx';
import { dark, light } from './styles.ts';
import { content } from '../../test/support/forms.ts';
import { root } from '../../test/support/environment.ts';

const lightness = (hex: string) => {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** WCAG 2.2, the definition of contrast ratio. */
const contrast = (one: string, other: string) => {
  const [low, high] = [lightness(one), lightness(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);

it('every email of content/emails can be sent, and every email is tested here', () => {
  // A letter takes its first words and its foot from one of several files.
  const names = [...Object.keys(mailPlaceholders).filter((name) => !name.startsWith('letter-')), 'letter', 'letter-test'];
  expect(mailNames.toSorted()).toEqual(names.toSorted());
});

it('the colors of emails are the tokens of the site', () => {
  const tokens = readFileSync(join(root, 'src/site/tokens.css'), 'utf8');
  const hex = (name: string) => new RegExp(`--${name}: .*/\\* (#[0-9A-F]{6})`, 'u').exec(tokens)?.[1] as string;
  for (const name of ['paper', 'linen', 'ink', 'plum', 'clay', 'marigold'] as const)
    for (const at of [1, 3, 5]) expect(Math.abs(part(light[name], at) - part(hex(name), at))).toBeLessThanOrEqual(1);
});

it.each([
  ['light', light],
  ['dark', dark],
])('text in the %s scheme has enough contrast', (_scheme, { ink, quiet, plum, paper }) => {
  for (const text of [ink, quiet, plum]) expect(contrast(text, paper)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(light.onAction, light.clay)).toBeGreaterThanOrEqual(4.5);
});

it('an email shows the postal address of the site if the content has one', async () => {
  const postalAddress = '1 Long Table Road, Austin, TX 78701';
  const mail = await sample('reminder', { ...content, site: { ...content.site, postalAddress } }, renderMail);
  expect(mail.html).toContain(postalAddress);
  expect(mail.text).toContain(postalAddress);
});

describe.each(mailNames)('the email %s', (kind) => {
  it('uses only what mail programs support, and is readable as plain text', async () => {
    const { html, text, subject } = (await sample(kind, content, renderMail)) as { html: string; text: string; subject: string };
    expect(html).toMatch(/<html[^>]+lang="en-US"/u);
    expect(html.match(/<h1/gu)?.length).toBe(1);
    expect(html).toContain(`<title>${subject.replaceAll('&', '&amp;')}</title>`);
    expect(html.match(/<table(?![^>]*role="presentation")/gu) ?? []).toEqual([]);
    expect(html.match(/<a [^>]*padding/gu) ?? []).toEqual([]);
    expect(html).not.toMatch(/background-image|url\(|<img|<script|display:\s*(?:flex|grid)|position:/u);
    expect(html).toContain('prefers-color-scheme: dark');
    // Gmail truncates longer emails.
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    const words = [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/gu)].map(([, linked]) => linked);
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((linked) => !linked?.trim() || /^(?:here|click|link)$/iu.test(linked))).toEqual([]);
    expect(`${text}${html}${subject}`).not.toMatch(/\{\w+\}|undefined|\[object/u);
    expect(text.match(/\b(\w{3,}) \1\b/giu) ?? []).toEqual([]);
    expect(text).not.toMatch(/\n{3}/u);
    for (const line of text.split('\n').filter((each) => each.includes('://'))) expect(line.trim()).toMatch(/^https?:\/\/\S+$/u);
  });
});

it('the plain text of an email lists its facts on separate lines', async () => {
  const { text } = (await sample('registration', content, renderMail)) as { text: string };
  expect(text.split('-- \n')[0]).toContain(
    'What: Relationships That Power Your Brand, with Wrenna Halloway\nWhen: Friday, July 11th, 2025, 10am Central (UTC-05:00), 1 hour\n',
  );
});

it('no line of an email ends within a date', async () => {
  const { html, text } = (await sample('invitation', content, renderMail)) as { html: string; text: string };
  expect(html).toContain('until Friday, <span style="white-space:nowrap">July 11, 2025</span>, at');
  expect(text).toContain('until Friday, July 11, 2025, at');
});

it('the link to a video call has words in HTML, and its address in plain text', async () => {
  const { html, text } = (await sample('registration', content, renderMail)) as { html: string; text: string };
  const [, href = ''] = /href="([^"]+)"[^>]*>Join the call<\/a>/u.exec(html) ?? [];
  expect(href).toMatch(/\/join\/[\w-]+$/u);
  expect(html).not.toContain(`>${href}<`);
  expect(text).toContain(`\n  ${href}\n`);
});

it('the offset of a time zone does not break between "UTC-" and its hours', async () => {
  const { html } = (await sample('registration', content, renderMail)) as { html: string };
  expect(html).toContain('<span style="white-space:nowrap">(UTC-05:00)</span>');
});
