import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContentError } from './content-error.ts';
import { loadContent } from './load.ts';
import { mailPlaceholders } from './schemas/emails.ts';
import { privacyPlaceholders } from './schemas/site.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';

/** The messages for unknown placeholders, and for a workshop without a way to join. */
const workshop = 'speaker-series/relationships-that-power-your-brand.yaml';
let copy: ContentCopy;
beforeEach(() => {
  copy = new ContentCopy();
});
afterEach(() => copy[Symbol.dispose]());

function messages(): string {
  try {
    loadContent(copy.folder);
  } catch (error) {
    if (error instanceof ContentError) return error.message.replace(/ ?\(line \d+\)|line \d+: /gu, '');
    throw error;
  }
  return 'nothing to fix';
}

describe('an error message says what to fix if', () => {
  test('an email has unknown placeholders', () => {
    copy
      .edit('emails/registration.yaml', /^subject: .*/mu, 'subject: "Welcome, {FirstName}"')
      .edit('emails/waitlist.yaml', 'Hello {firstName},', 'Hello {firstName}, about {title}')
      .edit('emails/provider-refused.yaml', /^heading: .*/mu, 'heading: "For {firstName}"')
      .edit('emails/reminder.yaml', 'on {date} at', 'on {date at')
      // The founder no longer has a deadline.
      .edit('emails/seat-withdrawn.yaml', /^heading: .*/mu, 'heading: "Until {until}"');
    expect(messages()).toMatchInlineSnapshot(`
    "content/emails/registration.yaml: subject: "{FirstName}" is not a placeholder of this text; the placeholders are {firstName}, {title}, {speaker}, {date}, {time}, {length}
    content/emails/waitlist.yaml: text[1]: "{title}" is not a placeholder of this text; the placeholders are {firstName}, {retreat}, {season}
    content/emails/reminder.yaml: text[2]: "{" is not a placeholder of this text; the placeholders are {firstName}, {title}, {speaker}, {date}, {time}, {length}
    content/emails/provider-refused.yaml: heading: "{firstName}" is not a placeholder of this text; there are none
    content/emails/seat-withdrawn.yaml: heading: "{until}" is not a placeholder of this text; the placeholders are {firstName}, {retreat}, {season}"
  `);
  });

  test('the privacy page has an unknown placeholder', () => {
    copy.edit('words.yaml', 'for {days}', 'for {years}');
    expect(messages()).toMatchInlineSnapshot(
      `"content/words.yaml: privacy.sections[4].text[1]: "{years}" is not a placeholder of this text; the placeholders are {days}, {alumnaeDays}, {houseDays}, {heldDays}, {limit}, {forwarded}, {mail}, {atProvider}, {elsewhere}"`,
    );
  });

  test('an email has no subject and an empty paragraph', () => {
    copy.edit('emails/registration.yaml', /^subject: .*\n/mu, '').edit('emails/reminder.yaml', '  - Hello {firstName},', '  - ""');
    expect(messages()).toMatchInlineSnapshot(`
      "content/emails/registration.yaml: subject: this field is missing; write the subject here, in quotation marks if it holds a colon
      content/emails/reminder.yaml: text[1]: write a paragraph of the email here; it is empty"
    `);
  });

  test('an email was deleted', () => {
    copy.delete('emails/waitlist.yaml').write('emails/waiting-list.yaml', 'subject: x\n');
    expect(messages()).toMatchInlineSnapshot(`
      "content/emails/waiting-list.yaml: no page reads this file; did you mean "waitlist.yaml"?
      content/emails/waitlist.yaml: this file is missing; restore it from a backup, or copy it from the version of the site that you run"
    `);
  });

  test('a workshop has no way to join, or an incomplete URL', () => {
    copy.edit(workshop, /^join:\n {2}text: .*\n/mu, '');
    expect(messages()).toMatchInlineSnapshot(
      `"content/speaker-series/relationships-that-power-your-brand.yaml: join: this field is missing; write its fields here, each on a line of its own and indented by two spaces"`,
    );
    copy.edit(workshop, 'place: Video call\n', 'place: Video call\njoin:\n  text: Follow the link\n  url: meet.example/abc\n');
    expect(messages()).toMatchInlineSnapshot(
      `"content/speaker-series/relationships-that-power-your-brand.yaml: join.url: write the full address of the call, starting with https://"`,
    );
  });

  test('a replay has no captions and no transcript', () => {
    copy.edit(workshop, 'place: Video call\n', 'place: Video call\nreplay:\n  video: http://video.example/1.mp4\n');
    expect(messages()).toMatchInlineSnapshot(`
      "content/speaker-series/relationships-that-power-your-brand.yaml: replay.captions: this field is missing; name the captions, a WebVTT file in content/uploads, for example /uploads/replays/talk.vtt
      content/speaker-series/relationships-that-power-your-brand.yaml: replay.transcript: this field is missing; write the transcript as a list: one "- " line a paragraph
      content/speaker-series/relationships-that-power-your-brand.yaml: replay.video: name the video: a file in content/uploads, for example /uploads/replays/talk.mp4, or its full address, starting with https://"
    `);
  });

  test('reminders and organizer notes are written in words', () => {
    copy.edit(workshop, /^reminders: .*/mu, 'reminders: [a day, -1]').edit('site.yaml', /^organizerNotes: .*/mu, 'organizerNotes: weekly');
    expect(messages()).toMatchInlineSnapshot(`
      "content/site.yaml: organizerNotes: write each for an email for every sign-up, or daily for one email a day
      content/speaker-series/relationships-that-power-your-brand.yaml: reminders[1]: write hours as a number, for example 24
      content/speaker-series/relationships-that-power-your-brand.yaml: reminders[2]: write hours as a number, for example 24"
    `);
  });
});

/** Returns the placeholders that the comments of a file name. */
const named = (text: string) =>
  [...new Set([...text.matchAll(/^# .*/gmu)].flatMap(([line]) => [...line.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name)))].toSorted();

test('the comments of an email, and of the privacy page, name every placeholder that it has, and no other', () => {
  for (const [mail, placeholders] of Object.entries(mailPlaceholders)) {
    const file = `emails/${mail}.yaml`;
    expect([file, named(copy.read(file))]).toEqual([file, placeholders.toSorted()]);
  }
  expect(named(copy.read('words.yaml'))).toEqual(privacyPlaceholders.toSorted());
});
